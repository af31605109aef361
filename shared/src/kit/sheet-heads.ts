/** What the columns of a sheet are, and where its records begin. */
export type SheetHeads = {
  columns: { key: string; index: number }[];
  /** Row of the first record, counted from 0. */
  first: number;
  /** Heads that nothing is imported from. */
  ignored: string[];
};

const textOf = (cell: unknown): string => (cell === null || cell === undefined ? '' : String(cell).trim());
/** Beside a head people put a star for what must be filled in. */
const bare = (head: string): string => head.replace(/^[*＊]\s*|\s*[*＊]$/g, '').toLowerCase();

/** The column that explains the errors of an earlier import, by its key and by the names its languages give it. */
const errorColumnNames = ['error', 'error message', '错误信息', '錯誤訊息'];

/**
 * Reads the heads of a sheet: keys or labels, in any order; after a row of keys one of labels is skipped. So a template, an
 * exported sheet and the sheet of wrong rows are all understood.
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
