import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Field } from '@kaike/shared/kit/field';
import { FieldBox } from '../../fields/field-box.tsx';
import type { ResourceWording } from '../../words/use-words.ts';
import type { ActionProps } from './action-props.ts';
import { isCount, manyRows } from './many-rows.ts';

const inputId = 'typed-count';

type Props = {
  count: number;
  words: Pick<ResourceWording, 't'>;
  onChange: (text: string) => void;
  onEnter?: () => void;
};

/** Asks for the number of rows. */
export function TypedCount({ count, words: { t }, onChange, onEnter }: Props) {
  const [text, setText] = useState('');
  return (
    <FieldBox id={inputId} label={t('kit.type_count', { count: count.toLocaleString() })}>
      <Input
        id={inputId}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          onChange(target.value);
        }}
        onPressEnter={() => {
          if (isCount(text, count)) onEnter?.();
        }}
      />
    </FieldBox>
  );
}

/** Whether the value repeats what the row has; where the row lacks it, the server decides. */
function isRepeated({ confirms }: Field, value: unknown, { rows: [row] }: ActionProps['target']): boolean {
  const expected = confirms === undefined ? undefined : row?.[confirms];
  return expected === undefined || String(value ?? '').trim() === String(expected);
}

type Confirmation = {
  fields: readonly [string, Field][];
  values: Readonly<Record<string, unknown>>;
  count: number;
  run: () => void;
};

/** What has to be typed before something that cannot be undone: the number of many rows, or what a field repeats. */
export function useConfirmation(
  { action, target, words }: Pick<ActionProps, 'action' | 'target' | 'words'>,
  { fields, values, count, run }: Confirmation,
): { is_confirmed: boolean; box: ReactNode } {
  const [typed, setTyped] = useState('');
  const asksCount = action.undo_action === null && count >= manyRows;
  return {
    is_confirmed:
      (!asksCount || isCount(typed, count)) && fields.every(([key, field]) => isRepeated(field, values[key], target)),
    box: asksCount ? <TypedCount count={count} words={words} onChange={setTyped} onEnter={run} /> : null,
  };
}
