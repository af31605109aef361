import { useState } from 'react';
import { batchActions, batchEdits } from '@kaike/shared/domain/cards/batch-state';
import { cardBatches } from '@kaike/shared/resources/card-batches';
import { ActionDialog } from '../../kit/list/action-dialog.tsx';
import { useWords } from '../../kit/words/use-words.ts';
import { Button } from '../../kit/widgets.ts';
import type { BatchRow } from './batch.ts';
import css from './card-batches.module.css';

const actions = ['release', 'redate', 'assign', 'close', 'reopen', 'void'] as const;
const rules = { ...batchActions, ...batchEdits };
type Name = (typeof actions)[number];

/** The actions available on the batch, each with its consequences. */
export function BatchActions({
  batch,
  permissions,
  done,
}: {
  batch: BatchRow;
  permissions: readonly string[];
  done: () => void;
}) {
  const words = useWords(cardBatches);
  const [running, setRunning] = useState<Name | null>(null);
  const possible = actions.filter((name) => permissions.includes(name) && rules[name].from.includes(batch.state));
  const action = running ? cardBatches.actions?.[running] : undefined;
  if (possible.length === 0) return null;
  return (
    <ul className={css['actions']}>
      {possible.map((name) => (
        <li key={name}>
          <Button
            danger={name === 'void'}
            type={name === 'release' ? 'primary' : 'default'}
            onClick={() => setRunning(name)}
          >
            {words.action(name)}
          </Button>
          <span>{words.t(`resources.card-batches.confirm.${name}`)}</span>
        </li>
      ))}
      {running && action ? (
        <ActionDialog
          definition={cardBatches}
          name={running}
          action={action}
          target={{ rows: [batch], matching: null }}
          words={words}
          maps={{}}
          close={() => setRunning(null)}
          done={done}
        />
      ) : null}
    </ul>
  );
}
