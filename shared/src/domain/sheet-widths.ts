type Cell = string | number | boolean | null;

/** Rows by which the widths of a sheet are judged. */
export const widthRows = 200;
const narrowest = 8;
const widest = 40;

/** Chinese takes the room of two digits. */
const widthOf = (cell: Cell): number =>
  cell === null ? 0 : [...String(cell)].reduce((sum, symbol) => sum + (symbol.charCodeAt(0) > 255 ? 2 : 1), 0);

/** How wide each column must be for what is in it, in digits; long texts are cut by the next column. */
export function columnWidths(rows: readonly (readonly Cell[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows.slice(0, widthRows))
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? narrowest, Math.min(widest, widthOf(cell) + 2));
    });
  return Array.from(widths, (width) => width ?? narrowest);
}
