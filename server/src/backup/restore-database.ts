import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams';
import { applyMigration, createMigrationsTable } from '../db/migrate.ts';
import { findMigrationsFolder, loadMigrations, type MigrationFile } from '../db/migration-files.ts';
import { OperatorError } from '../db/operator-error.ts';
import { isPluginSchema, listTables, ownSchemas, sqlColumns, sqlName, type Table } from './catalogue.ts';
import type { BackupManifest, SequenceRecord, TableRecord } from './manifest.ts';

/** The migrations of the backup, when this version has all of them unchanged. */
export function matchMigrations(manifest: BackupManifest, folder: string = findMigrationsFolder()): MigrationFile[] {
  const files = new Map(loadMigrations(folder).map((file) => [file.name, file]));
  return manifest.migrations.map(({ name, checksum }) => {
    const file = files.get(name);
    if (!file)
      throw new OperatorError(
        `The backup was made by a newer version of Kaike (it has ${name}); restore it with that version.`,
      );
    if (file.checksum !== checksum)
      throw new OperatorError(
        `The backup was made with another ${name} than this version of Kaike has; restore it with the version that made it.`,
      );
    return file;
  });
}

/** Drops our schema and rebuilds it as it was when the backup was made. */
export async function rebuildSchema(client: pg.ClientBase, migrations: MigrationFile[]): Promise<void> {
  await client.query('drop schema public cascade');
  await client.query('create schema public');
  await createMigrationsTable(client);
  for (const file of migrations) await applyMigration(client, file);
}

type ForeignKey = { table_name: string; name: string; definition: string };

const FOREIGN_KEYS = `
  select format('%I.%I', n.nspname, c.relname) as table_name, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where k.contype = 'f' and k.conparentid = 0 and n.nspname = any($1)`;

/**
 * Runs `load` with empty tables, no triggers and no foreign keys, so that order does not matter and no trigger
 * repeats its work; restores them afterwards, which checks every reference. Needs no superuser. Works inside a transaction.
 */
export async function withBareTables(
  client: pg.ClientBase,
  { tables, schemas }: { tables: readonly Table[]; schemas: readonly string[] },
  load: () => Promise<void>,
): Promise<void> {
  const keys = (await client.query<ForeignKey>(FOREIGN_KEYS, [schemas])).rows;
  for (const table of tables) await client.query(`alter table ${sqlName(table)} disable trigger user`);
  for (const key of keys) await client.query(`alter table ${key.table_name} drop constraint ${key.name}`);
  if (tables.length > 0) await client.query(`truncate ${tables.map(sqlName).join(', ')}`);
  await load();
  for (const key of keys)
    await client.query(`alter table ${key.table_name} add constraint ${key.name} ${key.definition}`);
  for (const table of tables) await client.query(`alter table ${sqlName(table)} enable trigger user`);
}

/** Tables of the backup that exist here with all their columns, and those that do not. */
export async function matchTables(
  client: pg.ClientBase,
  records: readonly TableRecord[],
  schemas: readonly string[],
): Promise<{ here: Table[]; missing: TableRecord[] }> {
  const here = await listTables(client, schemas);
  const byName = new Map(here.map((table) => [sqlName(table), table]));
  const fits = (record: TableRecord): boolean => {
    const table = byName.get(sqlName(record));
    return table !== undefined && record.columns.every((column) => table.columns.includes(column));
  };
  return { here, missing: records.filter((record) => !fits(record)) };
}

/** The product's own tables; those of the job queue may differ with the library version, and those of plugins follow later. */
export async function findTargets(
  client: pg.ClientBase,
  manifest: BackupManifest,
): Promise<{ tables: Table[]; missing: TableRecord[] }> {
  const own = manifest.tables.filter(({ schema }) => !isPluginSchema(schema));
  const { here, missing } = await matchTables(client, own, ownSchemas);
  const foreign = missing.find(({ schema }) => schema === 'public');
  if (foreign)
    throw new OperatorError(
      `The backup holds the table ${foreign.name} in a form that its own migrations do not make; it cannot be restored.`,
    );
  const lost = new Set(missing.map(sqlName));
  return { tables: here.filter((table) => !lost.has(sqlName(table))), missing };
}

/** Receives one table's content, part by part. */
export type TableLoad = { write(chunk: Uint8Array): Promise<void>; finish(): Promise<void> };

/** Starts loading a table; `finish` fails when the number of rows differs from the backup. */
export function loadTable(client: pg.ClientBase, record: TableRecord): TableLoad {
  const stream: CopyStreamQuery = client.query(
    copyFrom(`copy ${sqlName(record)} (${sqlColumns(record.columns)}) from stdin (format binary)`),
  );
  stream.on('error', () => undefined); // read from `errored`
  return {
    async write(chunk) {
      if (stream.errored) throw stream.errored;
      if (!stream.write(chunk)) await once(stream, 'drain');
    },
    async finish() {
      if (stream.errored) throw stream.errored;
      stream.end();
      await once(stream, 'finish');
      if (stream.rowCount !== record.rows)
        throw new Error(`${record.name}: ${stream.rowCount} rows were loaded, but ${record.rows} backed up.`);
    },
  };
}

/** Restores the position of every sequence, so that ids are not used twice. */
export async function setSequences(client: pg.ClientBase, sequences: SequenceRecord[]): Promise<void> {
  for (const sequence of sequences) {
    const existing = await client.query<{ oid: string | null }>('select to_regclass($1) as oid', [sqlName(sequence)]);
    if (existing.rows[0]?.oid == null) continue;
    await client.query('select setval($1::regclass, $2, $3)', [
      sqlName(sequence),
      sequence.last_value,
      sequence.is_called,
    ]);
  }
}

/** Unlocks jobs that were running when the backup was made. */
export async function unlockJobs(client: pg.ClientBase, tables: Table[]): Promise<void> {
  for (const table of tables) {
    if (table.schema === 'graphile_worker' && table.columns.includes('locked_by')) {
      await client.query(`update ${sqlName(table)} set locked_at = null, locked_by = null where locked_by is not null`);
    }
  }
}
