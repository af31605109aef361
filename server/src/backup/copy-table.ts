import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { sqlColumns, sqlName, type Table } from './catalogue.ts';
import { partName, type TableRecord } from './manifest.ts';

/** Adds an entry of exactly `size` bytes to the archive, and records its checksum. */
export type Add = (name: string, size: number, content: Iterable<Buffer> | AsyncIterable<Buffer>) => Promise<void>;

/** A tar header starts with the size, so tables are written in parts of this size, one in memory at a time. */
const PART_BYTES = 8 * 1024 * 1024;

/** Copies one table of the client's own account into the archive. */
export async function copyTable(client: pg.Client, table: Table, add: Add): Promise<TableRecord> {
  const columns = sqlColumns(table.columns);
  const source = table.is_partitioned ? `(select ${columns} from ${sqlName(table)})` : `${sqlName(table)} (${columns})`;
  const rows = client.query(copyTo(`copy ${source} to stdout (format binary)`));
  let part = 0;
  let pieces: Buffer[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    part += 1;
    await add(partName(table, part), size, pieces);
    [pieces, size] = [[], 0];
  };
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    pieces.push(chunk);
    size += chunk.length;
    if (size >= PART_BYTES) await flush();
  }
  await flush();
  return { schema: table.schema, name: table.name, columns: table.columns, rows: rows.rowCount };
}
