import { sql } from 'kysely';
import type { Field, Fields } from '@kaike/shared/kit/field';
import { fieldLabel } from '../../http/error-answer.ts';
import type { AdminCall } from '../../http/route.ts';
import type { Resource, Row, Values } from '../../kit/behaviour.ts';
import { toCell } from '../../kit/cells.ts';
import { cellContext } from '../../kit/export-rows.ts';
import { titlesOf } from '../../kit/labels.ts';

type Sides = { before: Values | null; after: Values | null };
type Stored = Sides & { address: string; hash: string; is_intact: boolean };
export type LogChange = { key: string; label: string; before: string | null; after: string | null };
/** Titles of related rows by resource and id. */
type Titles = Map<string, Map<number, string>>;

const sidesOf = ({ before, after }: Sides): Values[] => [before ?? {}, after ?? {}];

/** Fields the entry may hold: the resource's, and what its action asked for. */
function fieldsOf({ definition }: Resource, action: string): Fields {
  return { ...definition.fields, ...definition.actions?.[action]?.fields };
}

const idsIn = (value: unknown): number[] => [value].flat().filter((id) => typeof id === 'number');

/** One query for each resource the entry points at. */
async function readTitles(call: AdminCall, fields: Fields, stored: Sides): Promise<Titles> {
  const wanted = new Map<string, number[]>();
  for (const [key, field] of Object.entries(fields)) {
    const ids = sidesOf(stored).flatMap((side) => idsIn(side[key]));
    if (field.resource && ids.length > 0) wanted.set(field.resource, [...(wanted.get(field.resource) ?? []), ...ids]);
  }
  const known = call.ctx.resources.all.filter(({ definition }) => wanted.has(definition.name));
  return new Map(await Promise.all(known.map(async (target) =>
    [target.definition.name, await titlesOf(call.ctx.db, target, wanted.get(target.definition.name) ?? [])] as const)));
}

function plainText(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join('，');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

type Showing = { call: AdminCall; resource: Resource; titles: Titles };

function showValue({ call, resource, titles }: Showing, key: string, given: { field: Field | undefined; value: unknown }): string | null {
  const { field, value } = given;
  if (value === null || value === undefined || value === '') return null;
  if (!field) return plainText(value);
  const byId = titles.get(field.resource ?? '');
  const label = byId ? idsIn(value).map((id) => byId.get(id) ?? String(id)) : undefined;
  const row: Row = { id: 0, [key]: value, ...(label ? { labels: { [key]: label } } : {}) };
  return plainText(toCell(cellContext(call, resource), { row, key, field }) ?? '');
}

/** As the form shows them: the table keeps keys by their length. */
function inOrder(keys: string[], order: readonly string[]): string[] {
  const placeOf = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
  return keys.toSorted((a, b) => placeOf(a) - placeOf(b));
}

async function describeChanges(call: AdminCall, resource: Resource, given: { action: string; stored: Sides }): Promise<LogChange[]> {
  const fields = fieldsOf(resource, given.action);
  const showing = { call, resource, titles: await readTitles(call, fields, given.stored) };
  const [before = {}, after = {}] = sidesOf(given.stored);
  const keys = inOrder([...new Set([...Object.keys(before), ...Object.keys(after)])], Object.keys(fields));
  return keys.map((key) => ({
    key, label: fieldLabel(call.t, key, resource.definition.name),
    before: showValue(showing, key, { field: fields[key], value: before[key] }), after: showValue(showing, key, { field: fields[key], value: after[key] }),
  }));
}

/** The fields that differ, in the reader's words, and whether the entry still is what was written. */
export async function readLogDetail(call: AdminCall, row: Row): Promise<Values> {
  const { rows } = await sql<Stored>`select l.before, l.after, l.address, encode(l.hash, 'hex') as hash, sha256(l.prev_hash || log_content(l)) = l.hash as is_intact
    from logs l where l.id = ${row.id}`.execute(call.ctx.db);
  const [stored] = rows;
  const resource = call.ctx.resources.all.find(({ definition }) => definition.name === row['resource']);
  if (!stored) return {};
  const { before, after, ...rest } = stored;
  return { ...rest, changes: resource ? await describeChanges(call, resource, { action: String(row['action']), stored: { before, after } }) : [] };
}
