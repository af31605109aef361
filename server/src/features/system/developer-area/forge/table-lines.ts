import { columnLine } from '../../../../db/types/table-types.ts';
import type { DraftColumn } from './migration.ts';

const linesOf = (table: string, columns: readonly DraftColumn[]): string[] =>
  columns.map(({ name, type, required, initial }) =>
    ['  ', columnLine({ table_name: table, column_name: name, type, required, generated: initial !== null })].join(''),
  );

const blockStart = (table: string): string => `  ${table}: {`;

/** The row types with those of a new table, as `npm run db:types` writes them from the migrated database. */
export function addTable(text: string, table: string, columns: readonly DraftColumn[]): string {
  const id = `    id: Generated<number>;`;
  const block = [blockStart(table), id, ...linesOf(table, columns), '  };'];
  const lines = text.split('\n');
  const starts = lines.flatMap((line, index) => (/^ {2}\w+: \{$/.test(line) ? [{ line, index }] : []));
  const next = starts.find(({ line }) => line > blockStart(table))?.index ?? lines.lastIndexOf('};');
  lines.splice(next, 0, ...block);
  return lines.join('\n');
}

/** The row types with columns that were added at the end of a table; null when the table is not there. */
export function addColumns(text: string, table: string, columns: readonly DraftColumn[]): string | null {
  const lines = text.split('\n');
  const start = lines.indexOf(blockStart(table));
  if (start < 0) return null;
  lines.splice(lines.indexOf('  };', start), 0, ...linesOf(table, columns));
  return lines.join('\n');
}
