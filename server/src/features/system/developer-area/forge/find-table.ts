import { sql } from 'kysely';
import {
  newDraft,
  newField,
  type DraftKind,
  type FieldDraft,
  type ResourceDraft,
} from '@kaike/shared/domain/system/forge/draft';
import { resources } from '@kaike/shared/resources/index';
import type { Db } from '../../../../db/pool.ts';
import type { ExistingColumns } from './define.ts';
import { commonWords } from './words/words.ts';

/** A table of the database: its columns, and its indexes as `btree name`, by their first column. */
export type ExistingTable = { columns: ExistingColumns; indexes: ReadonlySet<string> };

type Row = { name: string; type: string; required: boolean; target: string | null };

async function readColumns(db: Db, table: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as required,
      (select f.relname from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum] limit 1) as target
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relname = ${table} and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by a.attnum`.execute(
    db,
  );
  return rows;
}

/** What the database has of a table; null when it has none with a number as its id. */
export async function findTable(db: Db, table: string): Promise<ExistingTable | null> {
  const columns = await readColumns(db, table);
  if (!columns.some(({ name, type }) => name === 'id' && type === 'bigint')) return null;
  const { rows } = await sql<{ index: string }>`
    select distinct m.amname || ' ' || a.attname as index from pg_index i join pg_class x on x.oid = i.indexrelid
      join pg_am m on m.oid = x.relam join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indrelid = ${table}::regclass and i.indpred is null`.execute(db);
  return {
    columns: new Map(columns.map(({ name, required }) => [name, { required }])),
    indexes: new Set(rows.map(({ index }) => index)),
  };
}

const kindsByType: Readonly<Record<string, DraftKind>> = {
  text: 'text',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  numeric: 'decimal',
  boolean: 'boolean',
  date: 'date',
  'timestamp with time zone': 'date_time',
  'text[]': 'tags',
};
const generated = new Set(['id', 'version', 'created_at', 'updated_at', 'deleted_at', 'created_by', 'updated_by']);

function fieldOf({ name, type, required, target }: Row): FieldDraft[] {
  const resource = resources.find(({ table }) => table === target)?.name;
  const kind = resource === undefined ? kindsByType[type] : 'relation';
  if (kind === undefined || generated.has(name)) return [];
  return [
    {
      ...newField(name),
      kind,
      is_required: required && kind === 'relation',
      resource: resource ?? '',
      words: commonWords(name) ?? newField().words,
    },
  ];
}

/** A description of a table that has no resource yet, its words to be written; null where there is no such table. */
export async function describeTable(db: Db, table: string): Promise<ResourceDraft | null> {
  const columns = await readColumns(db, table);
  if (!columns.some(({ name, type }) => name === 'id' && type === 'bigint')) return null;
  const fields = columns.flatMap(fieldOf);
  const title =
    fields.find(({ key }) => key === 'name' || key === 'title') ?? fields.find(({ kind }) => kind === 'text');
  return {
    ...newDraft(table.replaceAll('_', '-')),
    has_table: true,
    title: title?.key ?? '',
    fields,
  };
}
