import type { ClientBase } from 'pg';
import { columnTypes } from './column-types.ts';

const scalars: Record<string, string> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  numeric: 'number',
  text: 'string',
  boolean: 'boolean',
  date: 'string',
  'timestamp with time zone': 'Timestamp',
  json: 'Json',
  jsonb: 'Json',
  bytea: 'Buffer',
  uuid: 'string',
  inet: 'string',
};

function scalarType(column: string): string {
  const base = column.replace(/\(.*\)/, '').replace('[]', '');
  const type = scalars[base];
  if (!type) throw new Error(`no TypeScript type for the column type ${column}`);
  return column.endsWith('[]') ? `${type}[]` : type;
}

const query = `
  select c.relname as table_name, a.attname as column_name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
    (a.atthasdef or a.attidentity <> '') as generated
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'v', 'p') and a.attnum > 0 and not a.attisdropped and c.relname <> 'schema_migrations'
  order by c.relname, a.attnum`;

type Column = { table_name: string; column_name: string; type: string; required: boolean; generated: boolean };

function typeOf({ table_name: table, column_name: name, type }: Column): string {
  const base = scalarType(type);
  const declaredType = columnTypes[`${table}.${name}`]?.type;
  return base === 'Json' ? `Json<${declaredType ?? 'unknown'}>` : (declaredType ?? base);
}

/** The line of a column, such as `  remark: Generated<string>;`. */
export function columnLine(column: Column): string {
  const base = typeOf(column);
  const type = column.required ? base : `${base} | null`;
  return `  ${column.column_name}: ${column.generated ? `Generated<${type}>` : type};`;
}

function importLines(): string[] {
  const declaredTypes = Object.values(columnTypes);
  return [...new Set(declaredTypes.map(({ from }) => from))].toSorted().map((file) => {
    const names = declaredTypes.filter(({ from }) => from === file).map(({ type }) => type);
    return `import type { ${[...new Set(names)].toSorted().join(', ')} } from '${file}';`;
  });
}

/** The row types of the migrated database as a TypeScript file; a test keeps the committed file equal to it. */
export async function tableTypes(client: Pick<ClientBase, 'query'>): Promise<string> {
  const { rows } = await client.query<Column>(query);
  const tables = new Map<string, Column[]>();
  for (const row of rows) tables.set(row.table_name, [...(tables.get(row.table_name) ?? []), row]);
  const blocks = [...tables].map(
    ([name, columns]) => `  ${name}: {\n${columns.map((column) => `  ${columnLine(column)}`).join('\n')}\n  };`,
  );
  return [
    '// Written by `npm run db:types` from the migrated database. Do not edit.',
    "import type { ColumnType } from 'kysely';",
    ...importLines(),
    '',
    'type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;',
    'type Timestamp = ColumnType<Date, Date | string, Date | string>;',
    'type Json<T> = ColumnType<T, string, string>;',
    '',
    `export type Database = {\n${blocks.join('\n')}\n};`,
    '',
  ].join('\n');
}
