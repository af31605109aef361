import { sql, type RawBuilder } from 'kysely';
import { permissionOf, type ResourceDefinition } from '@kaike/shared/kit/resource';
import { maskValue } from '@kaike/shared/domain/people/mask';
import type { RecordMatch } from '@kaike/shared/contracts/office/palette';
import { hasPermission } from '../../../core/actor.ts';
import type { AdminCall } from '../../../core/call.ts';
import { mayReveal, rowScope } from '../../../kit/access.ts';
import type { Resource } from '../../../kit/behaviour.ts';
import { holdsPatterns, keywordPatterns } from '../../../kit/read/keyword-patterns.ts';
import { fromOf } from '../../../kit/read/load-rows.ts';
import { stateOf } from './state-of-row.ts';

/** Maximum rows per resource; its list has all. */
const rowsEach = 3;
/** Shorter texts have no trigram and would scan whole tables. */
const minPartLength = 2;

/** What tells rows of one title apart: numbers and names that the list shows and searches. */
const notedFields = 2;

/** The column with the account of a person. */
const accountColumns: Readonly<Record<string, string>> = { members: 'user_id', admins: 'user_id', users: 'id' };

type Hit = {
  id: number;
  account: number | null;
  title: string;
  note: (string | null)[];
  state: Record<string, unknown>;
};

const noteKeys = ({ list, title }: ResourceDefinition): string[] =>
  (list.search ?? []).filter((key) => key !== title && list.columns.includes(key)).slice(0, notedFields);

/** The notes as the list shows them: masked fields stay masked. */
const notesOf = ({ fields }: ResourceDefinition, keys: readonly string[], { note, title }: Hit): string[] =>
  keys
    .map((key, index) => {
      const value = note[index] ?? '';
      const masked = fields[key]?.masked;
      return masked && value !== '' ? maskValue(masked, value) : value;
    })
    .filter((value) => value !== '' && value !== title);

/** Searchable fields the user may see; a user who sees a mobile masked must not find it out by searching for parts. */
function searchFields(call: AdminCall, { definition }: Resource): string[] {
  const reveals = mayReveal(call.actor, definition);
  return (definition.list.search ?? []).filter((key) => reveals || !definition.fields[key]?.masked);
}

/** A match with its account, which people have. */
type Match = RecordMatch & { account: number | null };

async function findIn(call: AdminCall, resource: Resource, text: string): Promise<Match[]> {
  const { definition } = resource;
  const keys = searchFields(call, resource);
  if (keys.length === 0) return [];
  // Two Latin letters match only at the beginning (initials, numbers); inside a text no index would help.
  const before = /^[\x20-\x7e]{2}$/.test(text) ? '' : '%';
  const patterns = keywordPatterns(text);
  const noted = noteKeys(definition);
  const note = sql`jsonb_build_array(${sql.join(noted.map((key) => sql`r.${sql.ref(key)}::text`))})`;
  const column = accountColumns[definition.name];
  const account = column ? sql`r.${sql.ref(column)}` : sql`null::bigint`;
  // One subquery per field, each with its own trigram index: an `or` could fall back to a full scan.
  const parts: RawBuilder<unknown>[] = keys.map(
    (
      key,
    ) => sql`(select r.id, ${account} as account, r.${sql.ref(definition.title)}::text as title, ${note} as note, ${stateOf(definition)} as state
    from ${fromOf(resource)} r where ${rowScope(call.actor, resource)} and ${holdsPatterns(sql`r.${sql.ref(key)}`, patterns, before)} limit ${rowsEach})`,
  );
  const { rows } =
    await sql<Hit>`select distinct on (id) * from (${sql.join(parts, sql` union all `)}) x order by id desc limit ${rowsEach}`.execute(
      call.ctx.db,
    );
  return rows.map((row) => {
    // A row without a title goes by what tells it apart.
    const [title = '', ...notes] = [row.title ?? '', ...notesOf(definition, noted, row)].filter((text) => text !== '');
    return {
      resource: definition.name,
      id: row.id,
      account: row.account,
      title,
      note: notes.join(' · '),
      url: `/admin/${definition.name}?open=${row.id}`,
      exact: false,
      state: row.state,
    };
  });
}

/** Records of every list the user may open, a few of each, with one query per resource. The account of a person found as a learner or administrator is left out: it would be the same name once more. */
export async function searchEverywhere(call: AdminCall, text: string): Promise<RecordMatch[]> {
  if ([...text].length < minPartLength) return [];
  const open = call.ctx.resources.all.filter(
    ({ definition }) => definition.name !== 'logs' && hasPermission(call.actor, permissionOf(definition, 'list')),
  );
  const matches = (await Promise.all(open.map((resource) => findIn(call, resource, text)))).flat();
  const people = new Set(matches.flatMap(({ resource, account }) => (resource === 'users' ? [] : [account])));
  return matches.filter(({ resource, account }) => resource !== 'users' || !people.has(account));
}
