import { sql, type RawBuilder } from 'kysely';
import { permissionOf } from '@kaike/shared/kit/resource';
import type { RecordMatch } from '@kaike/shared/contracts/palette';
import { mayDo } from '../../core/actor.ts';
import type { AdminCall } from '../../core/call.ts';
import { mayReveal, rowScope } from '../../kit/access.ts';
import type { Resource } from '../../kit/behaviour.ts';
import { escapeLike } from '../../kit/read/masked-condition.ts';
import { fromOf } from '../../kit/read/read-rows.ts';
import { stateOf } from './state-of-row.ts';

/** Maximum rows per resource; its list has all. */
const rowsEach = 3;
/** Shorter texts have no trigram and would scan whole tables. */
const minPartLength = 2;

type Hit = { id: number; title: string; note: string; state: Record<string, unknown> };

/** Searchable fields the user may see; a user who sees a mobile masked must not find it out by searching for parts. */
function searchFields(call: AdminCall, { definition }: Resource): string[] {
  const reveals = mayReveal(call.actor, definition);
  return (definition.list.search ?? []).filter((key) => reveals || !definition.fields[key]?.masked);
}

async function findIn(call: AdminCall, resource: Resource, text: string): Promise<RecordMatch[]> {
  const { definition } = resource;
  const keys = searchFields(call, resource);
  if (keys.length === 0) return [];
  // Two Latin letters match only at the beginning (initials, numbers); inside a text no index would help.
  const like = `${/^[\x20-\x7e]{2}$/.test(text) ? '' : '%'}${escapeLike(text)}%`;
  // Fields the list does not show, such as the pinyin of a name, find a row but are not returned.
  // One subquery per field, each with its own trigram index: an `or` could fall back to a full scan.
  const parts: RawBuilder<unknown>[] = keys.map(
    (
      key,
    ) => sql`(select r.id, r.${sql.ref(definition.title)}::text as title, ${definition.list.columns.includes(key) ? sql`r.${sql.ref(key)}::text` : sql`''`} as note, ${stateOf(definition)} as state
    from ${fromOf(resource)} r where ${rowScope(call.actor, resource)} and r.${sql.ref(key)} ilike ${like} limit ${rowsEach})`,
  );
  const { rows } =
    await sql<Hit>`select distinct on (id) * from (${sql.join(parts, sql` union all `)}) x order by id desc limit ${rowsEach}`.execute(
      call.ctx.db,
    );
  return rows.map(({ id, title, note, state }) => ({
    resource: definition.name,
    id,
    title: title ?? '',
    note: note === title ? '' : (note ?? ''),
    url: `/admin/${definition.name}?open=${id}`,
    exact: false,
    state,
  }));
}

/** Records of every list the user may open, a few of each, with one query per resource. */
export async function searchEverywhere(call: AdminCall, text: string): Promise<RecordMatch[]> {
  if ([...text].length < minPartLength) return [];
  const open = call.ctx.resources.all.filter(
    ({ definition }) => definition.name !== 'logs' && mayDo(call.actor, permissionOf(definition, 'list')),
  );
  return (await Promise.all(open.map((resource) => findIn(call, resource, text)))).flat();
}
