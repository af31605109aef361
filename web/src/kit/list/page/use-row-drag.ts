import { useMemo, useRef, useState, type DragEvent } from 'react';
import type { Drop, ShownRow } from '../../resource-view.ts';
import { isSmall, type Target } from '../actions/bulk-target.ts';
import { titleOf } from '../rows/title-of.ts';
import type { RowDrag, TableProps } from '../table/table-props.ts';
import type { Running } from './dialogs.tsx';
import { targetOf } from './ticked-rows.tsx';

/** Under the pointer, the number of rows in place of the picture of one. */
function showCount(transfer: DataTransfer, text: string): void {
  const label = document.createElement('div');
  label.className = 'kk-dragged';
  label.textContent = text;
  document.body.append(label);
  transfer.setDragImage(label, -8, -8);
  // The browser takes its picture before the next frame.
  requestAnimationFrame(() => label.remove());
}

/** Rows that are dragged onto what stands beside the list: all that are ticked, if the row is one of them, else the row alone. */
export function useRowDrag(
  table: TableProps,
  { setRunning, reload }: { setRunning: (running: Running) => void; reload: () => void },
): { drag: RowDrag | undefined; drop: Drop | null } {
  const [dragged, setDragged] = useState<Target | null>(null);
  const latest = useRef(table);
  latest.current = table;
  const drag = useMemo(
    (): RowDrag => ({
      start: (row: ShownRow, { dataTransfer, target: source, currentTarget }: DragEvent) => {
        // Selected text and links inside the row are dragged by themselves; its pictures stand for it.
        if (source !== currentTarget && !(source instanceof HTMLImageElement)) return;
        const { definition, selection, words, list } = latest.current;
        const selected = selection.now();
        const target: Target = selected.has(row.id) ? targetOf(latest.current) : { rows: [row], matching: null };
        const count =
          target.matching === null
            ? target.rows.length
            : (list?.total ?? target.rows.length) - selected.excepted.length;
        dataTransfer.effectAllowed = 'move';
        // Firefox drags nothing that carries no data.
        dataTransfer.setData('text/plain', titleOf(definition, row));
        if (count > 1) showCount(dataTransfer, words.count(count));
        setDragged(target);
      },
      end: () => setDragged(null),
    }),
    [],
  );
  const offer = table.offers.find(({ name, preset }) => name === table.view.drop_action && !preset);
  if (!offer) return { drag: undefined, drop: null };
  const take = async (values: Record<string, unknown>): Promise<void> => {
    if (!dragged) return;
    const { definition, words } = table;
    setDragged(null);
    if (!isSmall(dragged)) return setRunning({ offer, target: dragged, values });
    const { deleteRows } = await import('./delete-rows.ts');
    const { name, action } = offer;
    return deleteRows({ definition, name, action, target: dragged, words: words.ofAction(name), done: reload }, values);
  };
  return { drag, drop: { is_open: dragged !== null, take: (values) => void take(values) } };
}
