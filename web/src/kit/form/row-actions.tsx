import { Button } from 'antd';
import { useState } from 'react';
import type { Action, ResourceDefinition } from '@kaike/shared/kit/resource';
import { isOffered } from '@kaike/shared/kit/offer';
import { ActionDialog } from '../list/action-dialog.tsx';
import type { Shown } from '../use-resource.ts';
import { useAsked } from '../use-asked.ts';
import type { Words } from '../use-words.ts';

type Props = { definition: ResourceDefinition; shown: Shown; words: Words; reload: () => void };

/** What may be done with the one row that is open, as it is now. */
export function RowActions({ definition, shown, words, reload }: Props) {
  const [running, setRunning] = useState<{ name: string; action: Action } | null>(null);
  const actions = Object.entries(definition.actions ?? {}).filter(([name, action]) => action.on === 'rows' && !action.hidden && shown.permissions.includes(name) && isOffered(action, shown.row));
  useAsked((name) => {
    const found = actions.find(([one]) => one === name);
    if (found) setRunning({ name, action: found[1] });
    return found !== undefined;
  });
  if (actions.length === 0 && !running) return null;
  return (
    <div className="kk-buttons kk-row-actions">
      {actions.map(([name, action]) => <Button key={name} size="small" danger={action.danger ?? false} onClick={() => setRunning({ name, action })}>{words.action(name)}</Button>)}
      {running ? <ActionDialog definition={definition} {...running} target={{ rows: [shown.row], matching: null }} words={words} maps={shown.maps} close={() => setRunning(null)} done={reload} /> : null}
    </div>
  );
}
