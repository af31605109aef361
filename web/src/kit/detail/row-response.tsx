import { Button } from 'antd';
import { useState } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { ActionDialog } from '../list/actions/action-dialog.tsx';
import type { ShownRow } from '../resource-view.ts';
import { useWords } from '../words/use-words.ts';
import css from './detail.module.css';

export type RowResponse = {
  name: string;
  label: string;
  about: string;
  danger?: boolean;
  primary?: boolean;
  disabled?: boolean;
};
type Props = { definition: ResourceDefinition; row: ShownRow; responses: readonly RowResponse[]; done: () => void };

/** One-step actions on a row, each with its consequence; a dialog confirms. */
export function RowResponses({ definition, row, responses, done }: Props) {
  const words = useWords(definition);
  const [running, setRunning] = useState<string | null>(null);
  const action = running === null ? undefined : definition.actions?.[running];
  return (
    <>
      <ul className={css['responses']}>
        {responses.map(({ name, label, about, danger = false, primary = false, disabled = false }) => (
          <li key={name}>
            <Button
              danger={danger}
              type={primary ? 'primary' : 'default'}
              disabled={disabled}
              onClick={() => setRunning(name)}
            >
              {label}
            </Button>
            <span>{about}</span>
          </li>
        ))}
      </ul>
      {running !== null && action ? (
        <ActionDialog
          definition={definition}
          name={running}
          action={action}
          target={{ rows: [row], matching: null }}
          words={words}
          maps={{}}
          close={() => setRunning(null)}
          done={done}
        />
      ) : null}
    </>
  );
}
