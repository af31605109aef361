/** A table in the archive; its content is the parts `tables/<schema>.<name>.<number>`, joined. */
export type TableRecord = { schema: string; name: string; columns: string[]; rows: number };
export type SequenceRecord = { schema: string; name: string; last_value: number; is_called: boolean };
export type EntryRecord = { name: string; size: number; sha256: string };

/** The last file of a backup: its contents, their schema, and the checksum of every entry. */
export type BackupManifest = {
  format: 1;
  created_at: string;
  database_version: string;
  /** All migrations applied to the data, in order; the last one is the schema version. */
  migrations: { name: string; checksum: string }[];
  /** Shows whether two installations share a secret, without revealing it. */
  secret_fingerprint: string;
  tables: TableRecord[];
  sequences: SequenceRecord[];
  /** The plugins whose own tables could not be read. */
  left_out?: string[];
  entries: EntryRecord[];
};

export const MANIFEST_NAME = 'manifest.json';
export const SECRET_NAME = 'secret';
export const FILES_PREFIX = 'files/';
const TABLES_PREFIX = 'tables/';

/** The name of one part of a table's content. */
export function partName(table: { schema: string; name: string }, part: number): string {
  return `${TABLES_PREFIX}${table.schema}.${table.name}.${String(part).padStart(6, '0')}`;
}

/** The `schema.name` of the table a part belongs to, or null for any other entry. */
export function tableOfPart(entry: string): string | null {
  return entry.startsWith(TABLES_PREFIX) ? entry.slice(TABLES_PREFIX.length).replace(/\.\d+$/, '') : null;
}
