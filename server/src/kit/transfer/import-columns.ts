import { sql } from 'kysely';
import type { Field } from '@kaike/shared/kit/field';
import { rulesOf } from '@kaike/shared/kit/parse-input';
import { normalHead } from '@kaike/shared/kit/sheet-heads';
import type { AdminCall } from '../../core/call.ts';
import { AppError } from '../../core/app-error.ts';
import { fieldLabel } from '../../core/error-answer.ts';
import { everyTranslator } from '../../core/wording.ts';
import type { Resource, Values } from '../behaviour.ts';
import { choiceLabel } from './cells.ts';

export type KnownImportColumn = {
  key: string;
  field: Field;
  label: string;
  /** Other headings the column is known by. */
  heads: string[];
  required: boolean;
  allowed: string[];
  help: string;
  example: string;
};

const worded = (call: AdminCall, ...keys: readonly string[]): string => {
  for (const key of keys) {
    const text = call.t(key);
    if (text !== key) return text;
  }
  return '';
};

function allowedValues(call: AdminCall, name: string, { key, field }: { key: string; field: Field }): string[] {
  if (field.kind === 'boolean') return [call.t('fields.boolean.yes'), call.t('fields.boolean.no')];
  return (field.choices ?? []).map((choice) => choiceLabel(call.t, name, { field: key, key: choice.key }));
}

/** The columns of an import, in the order of the template. */
export function importColumns(call: AdminCall, { definition }: Resource): KnownImportColumn[] {
  const { name, fields, transfer } = definition;
  return (transfer?.import ?? []).flatMap((key): KnownImportColumn[] => {
    const field = fields[key];
    if (!field) return [];
    return [
      {
        key,
        field,
        label: fieldLabel(call.t, key, name),
        heads: [
          ...worded(call, `resources.${name}.heads.${key}`, `fields.heads.${key}`).split('|'),
          // A sheet may come from a colleague who reads another language.
          ...everyTranslator(call.t).map((t) => fieldLabel(t, key, name)),
        ].filter((head) => head !== ''),
        required: rulesOf(field)[0] === 'required',
        allowed: allowedValues(call, name, { key, field }),
        help: worded(call, `resources.${name}.help.${key}`),
        example: worded(call, `resources.${name}.example.${key}`, `fields.example.${key}`),
      },
    ];
  });
}

/** Headings that only an export has, in every language; what also names a column of the import is that column. */
function exportedHeads(call: AdminCall, { definition }: Resource, columns: readonly KnownImportColumn[]): string[] {
  const { name, transfer } = definition;
  const imported = new Set(columns.map(({ key }) => key));
  const known = new Set(columns.flatMap(({ label, heads }) => [label, ...heads].map(normalHead)));
  const labels = everyTranslator(call.t).flatMap((t) =>
    (transfer?.export ?? []).filter((key) => !imported.has(key)).map((key) => fieldLabel(t, key, name)),
  );
  return [...new Set(labels)].filter((label) => !known.has(normalHead(label)));
}

const maximumHeads = 200;
const longestHead = 100;

/** The columns, and which headings of the school's sheets stood for which before. */
export async function getImportColumns(call: AdminCall, resource: Resource): Promise<unknown> {
  const { rows } = await sql<{
    head: string;
    field: string;
  }>`select head, field from import_heads where resource = ${resource.definition.name}`.execute(call.ctx.db);
  const columns = importColumns(call, resource);
  return {
    key: resource.definition.transfer?.key ?? null,
    exported: exportedHeads(call, resource, columns),
    columns: columns.map(({ field: _field, ...column }) => column),
    remembered: Object.fromEntries(rows.map(({ head, field }) => [head, field])),
  };
}

function readHeads({ definition }: Resource, { heads }: Values): [string, string][] {
  const keys = new Set(['', ...(definition.transfer?.import ?? [])]);
  const entries = typeof heads === 'object' && heads !== null && !Array.isArray(heads) ? Object.entries(heads) : null;
  const isGood =
    entries !== null &&
    entries.length <= maximumHeads &&
    entries.every(([head, key]) => head.length <= longestHead && typeof key === 'string' && keys.has(key));
  if (!entries || !isGood) throw new AppError('request.invalid', { failures: { heads: [{ rule: 'in', params: [] }] } });
  return entries
    .map(([head, key]): [string, string] => [normalHead(head), String(key)])
    .filter(([head]) => head !== '');
}

/**
 * Remembers for the whole school which field each heading stands for; an empty one is not imported. Labels and keys of columns
 * mean themselves, so nothing is stored for them. An agency does not decide for the school.
 */
export async function rememberHeads(call: AdminCall, resource: Resource): Promise<unknown> {
  const known = new Set(
    importColumns(call, resource).flatMap(({ key, label }) => [normalHead(key), normalHead(label)]),
  );
  const entries = [...new Map(readHeads(resource, call.raw_body))].filter(([head]) => !known.has(head));
  if (call.actor.admin.agency) return { remembered: 0 };
  await sql`insert into import_heads (resource, head, field, updated_by, updated_at)
    select ${resource.definition.name}, x.head, x.field, ${call.actor.user_id}, ${call.ctx.clock()}
    from unnest(${entries.map(([head]) => head)}::text[], ${entries.map(([, key]) => key)}::text[]) as x(head, field)
    on conflict (resource, head) do update set field = excluded.field, updated_by = excluded.updated_by, updated_at = excluded.updated_at`.execute(
    call.ctx.db,
  );
  return { remembered: entries.length };
}
