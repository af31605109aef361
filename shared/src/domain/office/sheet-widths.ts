type Cell = string | number | boolean | null;

/** Rows from which the column widths of a sheet are computed. */
export const widthRows = 200;
const narrowest = 8;
const widest = 40;

/** A Chinese character is as wide as two digits. */
const widthOf = (cell: Cell): number =>
  cell === null ? 0 : [...String(cell)].reduce((sum, symbol) => sum + (symbol.charCodeAt(0) > 255 ? 2 : 1), 0);

/** Width of each column for its content, in digits; the next column hides the rest of long texts. */
export function columnWidths(rows: readonly (readonly Cell[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows.slice(0, widthRows))
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? narrowest, Math.min(widest, widthOf(cell) + 2));
    });
  return Array.from(widths, (width) => width ?? narrowest);
}
