import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { quickEditWay } from '@kaike/shared/kit/quick-edit';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { inputs } from '../../fields/inputs.tsx';
import type { Row } from '../../resource-view.ts';
import type { Maps } from '../../use-resource.ts';
import type { Words } from '../../words/use-words.ts';
import { refusalOf, useQuickEdit } from './use-quick-edit.tsx';

type Props = { definition: ResourceDefinition; row: Row; name: string; words: Words; maps: Maps; close: () => void };

/** Kinds that save on the first choice; the others wait for Enter or blur. */
const atOnce = new Set(['choice', 'boolean', 'relation']);
/** Kinds in which Enter belongs to the widget. */
const ownEnter = new Set(['choice', 'relation', 'relations', 'tags']);

/** One field, edited in place: Enter saves, Escape cancels. */
export function QuickEditor({ definition, row, name, words, maps, close }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [value, setValue] = useState(row[name]);
  const [error, setError] = useState('');
  const isClosed = useRef(false);
  const write = useQuickEdit({ definition, words });
  const way = quickEditWay(definition, name);
  const id = `quick-${name}`;
  useEffect(() => {
    const first = box.current?.querySelector<HTMLElement>('input, textarea, button');
    first?.focus();
    if (first instanceof HTMLInputElement) first.select();
  }, []);
  if (!way) return null;
  const { kind } = way.field;
  const leave = (): void => {
    isClosed.current = true;
    close();
    document.querySelector<HTMLElement>(`.kk-table [data-row="${row.id}"]`)?.focus();
  };
  const save = (next: unknown): void => {
    if (isClosed.current) return;
    const refusal = refusalOf({ definition, words }, name, next);
    setError(refusal);
    if (refusal !== '') return;
    leave();
    if (JSON.stringify(next ?? null) !== JSON.stringify(row[name] ?? null)) void write({ row, name, value: next });
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    event.stopPropagation();
    if (event.key === 'Escape') leave();
    if (event.key === 'Enter' && !ownEnter.has(kind) && !(kind === 'long_text' && event.shiftKey)) {
      event.preventDefault();
      save(value);
    }
  };
  const choices = (way.field.choices ?? []).map(
    (choice) =>
      maps[name]?.find((one) => one.value === choice.value) ?? {
        value: choice.value,
        label: words.choice(name, choice.key),
        tone: 'default',
      },
  );
  return (
    <div ref={box} className="kk-editing" role="group" aria-label={words.field(name)} onKeyDown={onKey}>
      {inputs[kind]({
        id,
        name,
        field: way.field,
        value,
        choices,
        disabled: false,
        status: error === '' ? '' : 'error',
        label: words.field(name),
        t: words.t,
        onChange: (next) => {
          setValue(next);
          setError('');
          if (atOnce.has(kind)) save(next);
        },
        onBlur: () => {
          if (!atOnce.has(kind)) save(value);
          else if (!isClosed.current) leave();
        },
      })}
      {error === '' ? null : (
        <div className="kk-error" role="alert">
          {error}
        </div>
      )}
    </div>
  );
}
