import { sql, type RawBuilder } from 'kysely';
import type { Field } from '@kaike/shared/kit/field';
import type { Db } from '../db/pool.ts';
import type { AdminActor } from '../http/actor.ts';
import type { Resource, Row } from './behaviour.ts';
import { scopes } from './scopes.ts';

type Relation = [string, Field & { resource: string }];

/** What a row points at; of computed fields the one row that a query brings. */
const relationsOf = ({ definition, behaviour }: Resource): Relation[] =>
  Object.entries(definition.fields).filter((entry): entry is Relation => entry[1].resource !== undefined && (!entry[1].computed || (entry[1].kind === 'relation' && behaviour.computed?.[entry[0]] !== undefined)));

function idsIn(rows: Row[], keys: string[]): number[] {
  const ids = new Set<number>();
  const take = (id: unknown): void => { if (typeof id === 'number') ids.add(id); };
  for (const row of rows) {
    for (const key of keys) {
      const value = row[key];
      if (Array.isArray(value)) value.forEach(take);
      else take(value);
    }
  }
  return [...ids];
}

export type Naming = { db: Db; actor: AdminActor; resource: Resource; /** What the rows are known by; their id unless given. */ by?: string };

/** Whose names an agency may read where its own rows point: not those of other agencies, nor of their learners and cards. What the school owns has names for all. */
function nameable(actor: AdminActor, { definition, behaviour }: Resource): RawBuilder<boolean> {
  const own = behaviour.scope?.(actor) ?? (definition.scope === 'own_agency' ? scopes['own_agency']?.(actor) : null);
  return own ?? sql<boolean>`true`;
}

/** Titles of rows by id, deleted ones included: an old record still says what it was about. What must not be named is ''. */
export async function titlesOf({ db, actor, resource, by = 'id' }: Naming, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { definition, behaviour } = resource;
  const from = sql.table(behaviour.read_from ?? definition.table);
  const { rows } = await sql<{ id: number; title: string | null }>`select r.${sql.ref(by)} as id, case when ${nameable(actor, resource)} then r.${sql.ref(definition.title)} end as title
    from ${from} r where r.${sql.ref(by)} = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.title ?? '']));
}

/** Adds `labels` to rows: one query per target resource and what its rows are known by, whatever the number of rows. */
export async function addLabels({ db, actor, resource }: Naming, rows: Row[]): Promise<void> {
  const byTarget = new Map<string, { target: string; by: string; keys: string[] }>();
  for (const [key, { resource: target, by = 'id' }] of relationsOf(resource)) {
    const id = `${target} ${by}`;
    byTarget.set(id, { target, by, keys: [...(byTarget.get(id)?.keys ?? []), key] });
  }
  const labels = rows.map((): Record<string, string | string[]> => ({}));
  await Promise.all(
    [...byTarget.values()].map(async ({ target, by, keys }) => {
      const titles = await titlesOf({ db, actor, resource: resource.related(target), by }, idsIn(rows, keys));
      rows.forEach((row, index) => {
        for (const key of keys) {
          const value = row[key];
          const label = Array.isArray(value) ? value.map((id: number) => titles.get(id) ?? String(id)) : titles.get(Number(value));
          if (label !== undefined && labels[index]) labels[index][key] = label;
        }
      });
    }),
  );
  rows.forEach((row, index) => { row['labels'] = labels[index]; });
}
