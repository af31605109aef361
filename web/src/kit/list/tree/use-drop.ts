import { useState, type DragEvent } from 'react';
import type { ShownRow } from '../../resource-view.ts';
import { mayStandBelow, type ShownTreeRow } from './use-tree.ts';

/** The row that something happens in; 0 outside of rows. */
export const rowIdOf = (target: EventTarget): number =>
  target instanceof Element ? Number(target.closest('tr[data-row]')?.getAttribute('data-row') ?? 0) : 0;

/** Rows of a tree that are dragged below another one, or onto the head: `over` is where the row would stand, 0 for below none. */
export function useDrop(rows: ReadonlyMap<number, ShownTreeRow>, move: (row: ShownRow, parent: number | null) => void) {
  const [over, setOver] = useState<number | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  /** The row that the dragged one would stand below, 0 for none; null where it cannot be put. */
  const placeAt = ({ target }: DragEvent): number | null => {
    const id = rowIdOf(target);
    // Dropped on the head, it has no parent any more.
    const isPlace = id > 0 || (target instanceof Element && target.closest('thead') !== null);
    return isPlace && dragged !== null && mayStandBelow(rows, dragged, id) ? id : null;
  };
  const drag = {
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      setDragged(rowIdOf(event.target));
    },
    onDragOver: (event: DragEvent) => {
      const place = placeAt(event);
      if (place !== null) event.preventDefault();
      setOver(place);
    },
    onDragEnd: () => {
      setDragged(null);
      setOver(null);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      const [row, place] = [rows.get(dragged ?? 0)?.row, placeAt(event)];
      if (row && place !== null) move(row, place || null);
    },
  };
  return { over, drag };
}
