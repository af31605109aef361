import type { ChangeEvent } from 'react';
import type { ShownRow } from '../../resource-view.ts';
import type { Selection } from './use-selection.ts';

/** Ticks the row of a box, with Shift all since the row before. */
export function tickRow(selection: Selection, row: ShownRow, { nativeEvent }: ChangeEvent): void {
  const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
  selection.toggle(row, isRange);
  // A click with Shift marks the text up to it, too.
  if (isRange) window.getSelection()?.removeAllRanges();
}
