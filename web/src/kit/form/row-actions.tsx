import { Button } from 'antd';
import { useState } from 'react';
import type { Action, ResourceDefinition } from '@kaike/shared/kit/resource';
import { ActionDialog } from '../list/action-dialog.tsx';
import type { Shown } from '../use-resource.ts';
import type { Words } from '../use-words.ts';

type Props = { definition: ResourceDefinition; shown: Shown; words: Words; reload: () => void };

/** What may be done with the one row that is open. */
export function RowActions({ definition, shown, words, reload }: Props) {
  const [running, setRunning] = useState<{ name: string; action: Action } | null>(null);
  const actions = Object.entries(definition.actions ?? {}).filter(([name, action]) => action.on === 'rows' && !action.hidden && shown.permissions.includes(name));
  if (actions.length === 0) return null;
  return (
    <div className="kk-buttons kk-row-actions">
      {actions.map(([name, action]) => <Button key={name} size="small" danger={action.danger ?? false} onClick={() => setRunning({ name, action })}>{words.action(name)}</Button>)}
      {running ? <ActionDialog definition={definition} {...running} ids={[shown.row.id]} words={words} maps={shown.maps} close={() => setRunning(null)} done={reload} /> : null}
    </div>
  );
}
