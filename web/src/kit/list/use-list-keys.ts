import { useEffect, useState } from 'react';
import type { ShownRow } from '../resource-view.ts';
import type { Selection } from './rows/use-selection.ts';

type ListKeyOptions = {
  rows: readonly ShownRow[];
  openRow: (id: number) => void;
  /** While a record is open beside the list: moving on opens the next one there. */
  follow: { from: number | null; to: (id: number) => void } | null;
  create: (() => void) | null;
  selection: Selection;
  edit: (row: ShownRow) => void;
  reload: () => void;
  /** Moves this many pages on or back, if there are any. */
  turn: (by: 1 | -1) => void;
};
export type ListKeys = { active: number | null; setActive: (id: number | null) => void };

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest(
    'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=combobox]',
  ) !== null;
const isControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('button, a, input, summary') !== null;
const isInRows = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof HTMLElement && target.closest('.kk-scroll') !== null);

/** The row this many places from the active one; without one, the first or the last. */
export function stepRow(rows: readonly ShownRow[], active: number | null, by: 1 | -1): ShownRow | undefined {
  const at = rows.findIndex((row) => row.id === active);
  if (at < 0) return rows.at(by === 1 ? 0 : -1);
  return rows[Math.min(rows.length - 1, Math.max(0, at + by))];
}

function showRow(id: number): void {
  const row = document.querySelector<HTMLElement>(`.kk-scroll [data-row="${id}"]`);
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}

function focusKeyword(): void {
  const input = document.getElementById('kk-keyword');
  input?.focus();
  if (input instanceof HTMLInputElement) input.select();
}

/** Keyboard shortcuts of a list: / searches, arrows or j and k move, Enter opens, x or the space bar ticks, Escape unticks all, b goes to what can be done with the ticked rows, e edits, [ and ] turn pages. */
export function useListKeys(options: ListKeyOptions): ListKeys {
  const [active, setActive] = useState<number | null>(null);
  useEffect(() => {
    const { rows, follow, selection } = options;
    const from = follow ? follow.from : active;
    const here = rows.find((row) => row.id === from);
    const walk = (by: 1 | -1): void => {
      const next = stepRow(rows, from, by);
      if (!next) return;
      setActive(next.id);
      // The focus follows to the heading of the record.
      if (!follow) showRow(next.id);
      else if (next.id !== from) follow.to(next.id);
    };
    const acts: Record<string, () => void> = {
      '/': focusKeyword,
      n: () => options.create?.(),
      j: () => walk(1),
      k: () => walk(-1),
      b: () => document.querySelector<HTMLElement>('.kk-bulk-verbs button')?.focus(),
      r: options.reload,
      '[': () => options.turn(-1),
      ']': () => options.turn(1),
      ...(here ? { x: () => selection.toggle(here), e: () => options.edit(here) } : {}),
    };
    const inRows = (): Record<string, () => void> => ({
      ArrowDown: () => walk(1),
      ArrowUp: () => walk(-1),
      ...(here ? { Enter: () => options.openRow(here.id), ' ': () => selection.toggle(here) } : {}),
      ...(selection.now().is_everything || selection.now().ids.length > 0 ? { Escape: selection.clear } : {}),
    });
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const act =
        acts[event.key] ?? (isInRows(event.target) && !isControl(event.target) ? inRows()[event.key] : undefined);
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [options, active]);
  return { active, setActive };
}
