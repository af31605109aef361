import { sql, type RawBuilder } from 'kysely';
import type { Field } from '@kaike/shared/kit/field';
import { kinds } from '@kaike/shared/kit/kinds';
import type { PluginManifest, PluginResource } from '@kaike/shared/domain/system/plugins/plugin-manifest';
import { AppError } from '../../../../core/app-error.ts';
import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';
import { createSchema, resourceSchemaOf } from '../run/plugin-schema.ts';
import { longest, mostTags } from './column-bounds.ts';

/** PostgreSQL type of the column of a field. */
function typeOf({ kind, choices }: Field): string {
  if (kind !== 'choice') return kinds[kind].column;
  return typeof choices?.[0]?.value === 'number' ? 'bigint' : 'text';
}

/** A value that is too long for a page is refused by the table, too, whoever writes it. */
function boundOf(key: string, { kind }: Field): RawBuilder<unknown> {
  const column = sql.ref(key);
  const most = longest[kind];
  if (most === undefined) return kind === 'choice' ? sql`check (length(${column}::text) <= 200)` : sql``;
  if (kind !== 'tags') return sql`check (length(${column}) <= ${sql.lit(most)})`;
  return sql`check (cardinality(${column}) <= ${sql.lit(mostTags)} and length(array_to_string(${column}, '')) <= ${sql.lit(mostTags * most)})`;
}

function initialOf(field: Field): RawBuilder<unknown> {
  if (field.initial === undefined || field.initial === null) return sql``;
  const type = sql.raw(typeOf(field));
  const value = Array.isArray(field.initial)
    ? sql`array[${sql.join(field.initial.map((one) => sql.lit(String(one))))}]`
    : sql.lit(String(field.initial));
  return sql`default ${value}::${type}`;
}

type TableName = { schema: string; table: string };

async function typesIn(trx: Db, { schema, table }: TableName): Promise<Map<string, string>> {
  const { rows } = await sql<{
    name: string;
    type: string;
  }>`select a.attname as name, format_type(a.atttypid, null) as type from pg_attribute a
    join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relname = ${table} and a.attnum > 0 and not a.attisdropped`.execute(trx);
  return new Map(rows.map(({ name, type }) => [name, type]));
}

/** Short values, by which rows are found and sorted. */
const isIndexed = ({ kind }: Field): boolean => longest[kind] === undefined;

async function makeTable(trx: Db, schema: string, resource: PluginResource): Promise<void> {
  const table = resource.name.replaceAll('-', '_');
  const name = sql.id(schema, table);
  await sql`create table if not exists ${name} (id bigint generated always as identity primary key,
    created_at timestamptz not null default now(), updated_at timestamptz not null default now())`.execute(trx);
  const types = await typesIn(trx, { schema, table });
  for (const [key, { field }] of Object.entries(resource.fields)) {
    const [type, present] = [typeOf(field), types.get(key)];
    if (present === undefined)
      await sql`alter table ${name} add column ${sql.ref(key)} ${sql.raw(type)} ${initialOf(field)} ${boundOf(key, field)}`.execute(
        trx,
      );
    else if (present !== type)
      throw new AppError('plugin.package', {
        params: { reason: `${resource.name}.${key} has been ${present} and cannot become ${type}: name a new field` },
      });
    if (isIndexed(field) && [...resource.filters, ...resource.sort].includes(key))
      await sql`create index if not exists ${sql.id(`${table}_${key}`.slice(0, 63))} on ${name} (${sql.ref(key)})`.execute(
        trx,
      );
  }
}

/**
 * Makes the tables of a plugin's resources, or adds the columns they lack. They belong to the product and not to the plugin, whose
 * account may only read and write rows: so no trigger, view or default of a stranger runs where the back office reads them. Columns
 * are added and never taken away, as the version before may still run.
 */
export async function ensureResourceTables(ctx: Context, { id, resources }: PluginManifest): Promise<void> {
  if (resources.length === 0) return;
  const schema = resourceSchemaOf(id);
  await createSchema(ctx, schema, async (trx) => {
    for (const resource of resources) await makeTable(trx, schema, resource);
  });
}
