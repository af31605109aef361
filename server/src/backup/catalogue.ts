import pg from 'pg';
import type { SequenceRecord } from './manifest.ts';

export type Table = { schema: string; name: string; columns: string[]; is_partitioned: boolean };

/** Our own schema and the job queue's. */
export const ownSchemas: readonly string[] = ['public', 'graphile_worker'];

const pluginPrefix = 'plugin_';

/** Whether a schema holds the tables of a plugin. */
export const isPluginSchema = (schema: string): boolean => schema.startsWith(pluginPrefix);

/** A plugin that is installed, or whose data is kept, with the schemas of its data. */
export type PluginSchemas = {
  id: string;
  /** Made and owned by its own account: whatever is in it may be replaced at any moment. */
  own: string;
  /** The tables of its resources, which are the product's. */
  resources: string;
};

/** Every plugin that may have data; none before the tables of plugins exist. */
export async function listPluginSchemas(client: pg.ClientBase): Promise<PluginSchemas[]> {
  const { rows } = await client.query<{ has_plugins: boolean }>(
    "select to_regclass('public.plugins') is not null as has_plugins",
  );
  if (rows[0]?.has_plugins !== true) return [];
  const plugins = await client.query<PluginSchemas>(
    `select id, name as own, name || '__resources' as resources
      from public.plugins, concat('${pluginPrefix}', replace(id, '-', '_')) name order by id`,
  );
  return plugins.rows;
}

/**
 * The tables of some schemas; migrations of the product are replayed, not copied, and unlogged tables hold nothing worth keeping.
 * Forced row security would hide rows from their owner.
 */
const TABLES = `
  select n.nspname as schema, c.relname as name, c.relkind = 'p' as is_partitioned,
    array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
    and n.nspname = any($1) and not c.relforcerowsecurity
    and (n.nspname not in ('public', 'graphile_worker') or c.relname not in ('schema_migrations', 'migrations'))
    and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  group by n.nspname, c.relname, c.relkind
  order by n.nspname desc, c.relname`;

const SEQUENCES = `
  select schemaname as schema, sequencename as name from pg_sequences where schemaname = any($1) order by 1, 2`;

/** The quoted SQL name of a table or sequence. */
export function sqlName({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

export const sqlColumns = (columns: string[]): string =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** Every table of the schemas whose rows belong in a backup. */
export async function listTables(client: pg.ClientBase, schemas: readonly string[]): Promise<Table[]> {
  return (await client.query<Table>(TABLES, [schemas])).rows;
}

/**
 * The position of every sequence of the schemas, whose owner the client must be. Sequences ignore snapshots, so call this after the
 * tables have been read.
 */
export async function listSequences(client: pg.ClientBase, schemas: readonly string[]): Promise<SequenceRecord[]> {
  const names = (await client.query<{ schema: string; name: string }>(SEQUENCES, [schemas])).rows;
  const records: SequenceRecord[] = [];
  for (const sequence of names) {
    const { rows } = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value, is_called from ${sqlName(sequence)}`,
    );
    records.push({ ...sequence, last_value: Number(rows[0]?.last_value ?? 1), is_called: rows[0]?.is_called ?? false });
  }
  return records;
}
