import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { quickEditWay } from '@kaike/shared/kit/rows/quick-edit';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { same } from '../../../form/field-state.ts';
import { useForm } from '../../../form/use-form.ts';
import { FieldInput } from '../../form/field-row.tsx';
import type { ShownRow } from '../../resource-view.ts';
import { choicesOf, type ChoiceMaps } from '../../maps.ts';
import type { ResourceWording } from '../../words/use-words.ts';
import { quickEdit } from './quick-edit.tsx';
import { isComposing } from '../../../form/is-composing.ts';

export type EditorProps = {
  definition: ResourceDefinition;
  row: ShownRow;
  name: string;
  words: ResourceWording;
  maps: ChoiceMaps;
  close: () => void;
};
/** What was typed before the editor was there, and whether Enter ended it. */
export type Typed = { text: string; is_entered: boolean };

/** Kinds that save on the first choice; the others wait for Enter or blur. */
const atOnce = new Set(['choice', 'boolean', 'relation']);
/** Kinds in which Enter belongs to the widget. */
const ownEnter = new Set(['choice', 'relation', 'relations', 'tags']);

/** Enters a text as its user would: the input is one of a library and has a state of its own. */
function enterText(input: HTMLElement, text: string): void {
  const proto: unknown = Object.getPrototypeOf(input);
  Object.getOwnPropertyDescriptor(proto, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** One field, edited in place: Enter saves, Escape cancels. */
export function QuickEditor({ definition, row, name, words, maps, close, typed }: EditorProps & { typed?: Typed }) {
  const box = useRef<HTMLDivElement>(null);
  const isClosed = useRef(false);
  const client = useQueryClient();
  const way = quickEditWay(definition, name);
  const leave = (): void => {
    isClosed.current = true;
    close();
  };
  const form = useForm<Record<string, unknown>>(way ? { [name]: way.field } : {}, {
    initial: { [name]: row[name] },
    label: words.field,
    mode: 'passive',
    prefix: 'quick-',
    onSubmit: async ({ [name]: value }) => {
      leave();
      if (!same(value, row[name])) void quickEdit({ client, definition, words }, { row, name, value });
    },
  });
  const { error, ...bound } = form.bind(name);
  // Before any further key: one between the stand-in and the editor would be lost.
  useLayoutEffect(() => {
    const first = box.current?.querySelector<HTMLElement>('input, textarea, button');
    first?.focus();
    if (first instanceof HTMLInputElement) first.select();
    if (first && typed?.text) enterText(first, typed.text);
    if (first && typed?.is_entered) first.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it is there
  }, []);
  if (!way) return null;
  const { kind } = way.field;
  const save = (): void => {
    // An invalid field does not hold the cursor: it may be left.
    if (!isClosed.current && form.check()) void form.send();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    event.stopPropagation();
    if (event.key === 'Escape') leave();
    if (event.key === 'Enter' && !ownEnter.has(kind) && !(kind === 'long_text' && event.shiftKey)) {
      event.preventDefault();
      save();
    }
  };
  return (
    <div ref={box} className="kk-editing" role="group" aria-label={words.field(name)} onKeyDown={onKey}>
      <FieldInput
        {...bound}
        error={error}
        name={name}
        inCell
        field={way.field}
        choices={choicesOf(way.field, { name, words, maps })}
        onChange={(next) => {
          bound.onChange(next);
          if (atOnce.has(kind)) save();
        }}
        onBlur={() => {
          if (!atOnce.has(kind)) save();
          else if (!isClosed.current) leave();
        }}
      />
      {error ? (
        <div className="kk-error" role="alert">
          {error}
        </div>
      ) : null}
    </div>
  );
}
