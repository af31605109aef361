/** So many rows are not changed for good by one press: their number is typed. */
export const manyRows = 100;

/** Whether the text is this number, however it is written: 1284, 1,284, １２８４. */
export const isCount = (text: string, count: number): boolean =>
  text.normalize('NFKC').replaceAll(/[\s,]/g, '') === String(count);
