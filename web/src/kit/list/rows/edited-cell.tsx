import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { EditorProps, Typed } from './quick-editor.tsx';
import { isComposing } from '../../../form/is-composing.ts';

const QuickEditor = lazy(async () => ({ default: (await import('./quick-editor.tsx')).QuickEditor }));

/** Has the cursor until the editor is there, which then has what was typed. */
function Typing({ typed, name, words, close, children }: EditorProps & { typed: Typed; children: ReactNode }) {
  return (
    <div className="kk-cell-text">
      <input
        className="kk-typing"
        autoFocus
        aria-label={words.field(name)}
        onInput={(event) => {
          typed.text = event.currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (event.key === 'Escape') close();
          if (event.key === 'Enter') typed.is_entered = true;
        }}
      />
      {children}
    </div>
  );
}

/** The editor of a cell, which loads with the first edit; until then the cell looks as before. */
export function EditedCell({ children, close, ...props }: EditorProps & { children: ReactNode }) {
  const leave = (): void => {
    close();
    document.querySelector<HTMLElement>(`.kk-table [data-row="${props.row.id}"]`)?.focus();
  };
  const editor = { ...props, close: leave };
  const [typed] = useState((): Typed => ({ text: '', is_entered: false }));
  return (
    <Suspense
      fallback={
        <Typing {...editor} typed={typed}>
          {children}
        </Typing>
      }
    >
      <QuickEditor {...editor} typed={typed} />
    </Suspense>
  );
}
