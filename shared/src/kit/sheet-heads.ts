/** The columns of a sheet, and where its records start. */
export type SheetHeads = {
  columns: { key: string; index: number }[];
  /** Row index of the first record, from 0. */
  first: number;
  /** Headers of columns that are not imported. */
  ignored: string[];
};

const textOf = (cell: unknown): string => (cell === null || cell === undefined ? '' : String(cell).trim());
/** The header without the star that marks required columns. */
const bare = (head: string): string => head.replace(/^[*＊]\s*|\s*[*＊]$/g, '').toLowerCase();

/** The column with the errors of an earlier import: its key and its name in each language. */
const errorColumnNames = ['error', 'error message', '错误信息', '錯誤訊息'];

/**
 * Reads the header row of a sheet: keys or labels, in any order; a row of labels after one of keys is skipped. This
 * supports templates, exported sheets and sheets of failed rows.
 */
export function readSheetHeads(
  rows: readonly (readonly unknown[])[],
  labels: Readonly<Record<string, string>>,
): SheetHeads {
  const byHead = new Map(
    Object.entries(labels).reduce<[string, string][]>(
      (all, [key, label]) =>
        all.concat([
          [bare(label), key],
          [key.toLowerCase(), key],
        ]),
      [],
    ),
  );
  const heads = (rows[0] ?? []).map(textOf);
  const columns: SheetHeads['columns'] = [];
  const ignored: string[] = [];
  heads.forEach((head, index) => {
    const key = byHead.get(bare(head));
    if (key !== undefined && !columns.some((column) => column.key === key)) columns.push({ key, index });
    else if (head !== '' && errorColumnNames.indexOf(bare(head)) < 0) ignored.push(head);
  });
  const second = (rows[1] ?? []).map(textOf);
  const isLabelled =
    columns.length > 0 && columns.every(({ key, index }) => bare(second[index] ?? '') === bare(labels[key] ?? ''));
  return { columns, first: isLabelled ? 2 : 1, ignored };
}
