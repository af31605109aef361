import { sql, type RawBuilder } from 'kysely';
import type { Field } from '@kaike/shared/kit/field';
import type { Db } from '../../db/pool.ts';
import type { AdminActor } from '../../core/actor.ts';
import type { Resource, Row } from '../behaviour.ts';
import { scopes } from '../scopes.ts';

type Relation = [string, Field & { resource: string }];

/** The relations of a resource; of computed fields only single relations with SQL. */
const relationsOf = ({ definition, behaviour }: Resource): Relation[] =>
  Object.entries(definition.fields).filter(
    (entry): entry is Relation =>
      entry[1].resource !== undefined &&
      (!entry[1].computed || (entry[1].kind === 'relation' && behaviour.computed?.[entry[0]] !== undefined)),
  );

function idsIn(rows: Row[], keys: string[]): number[] {
  const ids = new Set<number>();
  const take = (id: unknown): void => {
    if (typeof id === 'number') ids.add(id);
  };
  for (const row of rows) {
    for (const key of keys) {
      const value = row[key];
      if (Array.isArray(value)) value.forEach(take);
      else take(value);
    }
  }
  return [...ids];
}

export type Naming = {
  db: Db;
  actor: AdminActor;
  resource: Resource;
  /** Column that identifies the rows; default `id`. */ by?: string;
};

/** Rows of a resource whose titles are needed, by the identifying column. */
type TitleRequest = Required<Pick<Naming, 'resource' | 'by'>> & { ids: readonly number[] };

/** Rows whose titles an agency may see where its own rows refer to them: not other agencies, their members or cards. The school's own rows are visible to all. */
function nameable(actor: AdminActor, { definition, behaviour }: Resource): RawBuilder<boolean> {
  const own = behaviour.scope?.(actor) ?? (definition.scope === 'own_agency' ? scopes['own_agency']?.(actor) : null);
  return own ?? sql<boolean>`true`;
}

function namesOf(actor: AdminActor, { resource, by, ids }: TitleRequest, place: number): RawBuilder<unknown> {
  const { definition, behaviour } = resource;
  return sql`select ${sql.lit(place)} as place, r.${sql.ref(by)} as id, case when ${nameable(actor, resource)} then r.${sql.ref(definition.title)} end as title
    from ${sql.table(behaviour.read_from ?? definition.table)} r where r.${sql.ref(by)} = any(${ids}::bigint[])`;
}

/** Titles of rows of several resources, in the order of `requests`, in one statement: each statement has a cost, and a list refers to many resources. */
export async function titlesOfEach(
  { db, actor }: Pick<Naming, 'db' | 'actor'>,
  requests: readonly TitleRequest[],
): Promise<Map<number, string>[]> {
  const titles = requests.map(() => new Map<number, string>());
  const parts = requests.flatMap((one, place) => (one.ids.length > 0 ? [namesOf(actor, one, place)] : []));
  if (parts.length === 0) return titles;
  const { rows } = await sql<{
    place: number;
    id: number;
    title: string | null;
  }>`${sql.join(parts, sql` union all `)}`.execute(db);
  for (const row of rows) titles[row.place]?.set(row.id, row.title ?? '');
  return titles;
}

/** Titles of rows by id, including deleted ones, so that old records stay readable. A title the actor must not see is ''. */
export async function titlesOf(
  { db, actor, resource, by = 'id' }: Naming,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const [titles] = await titlesOfEach({ db, actor }, [{ resource, by, ids }]);
  return titles ?? new Map();
}

type Target = Pick<TitleRequest, 'resource' | 'by'> & { keys: string[] };

const cachedTargets = new WeakMap<Resource, Target[]>();

/** The resources that rows refer to, each with the fields that do. */
function targetsOf(resource: Resource): Target[] {
  const cached = cachedTargets.get(resource);
  if (cached) return cached;
  const targets = new Map<string, Target>();
  for (const [key, { resource: target, by = 'id' }] of relationsOf(resource)) {
    const id = `${target} ${by}`;
    targets.set(id, { resource: resource.related(target), by, keys: [...(targets.get(id)?.keys ?? []), key] });
  }
  const merged = [...targets.values()];
  cachedTargets.set(resource, merged);
  return merged;
}

/** Adds `labels` to rows, in one query for all rows and resources they refer to. */
export async function addLabels({ db, actor, resource }: Naming, rows: Row[]): Promise<void> {
  const targets = targetsOf(resource);
  const titlesByTarget = await titlesOfEach(
    { db, actor },
    targets.map(({ resource: target, by, keys }) => ({ resource: target, by, ids: idsIn(rows, keys) })),
  );
  for (const row of rows) {
    const labels: Record<string, string | string[]> = {};
    targets.forEach(({ keys }, place) => {
      for (const key of keys) {
        const value = row[key];
        const titles = titlesByTarget[place];
        const label = Array.isArray(value)
          ? value.map((id: number) => titles?.get(id) ?? String(id))
          : titles?.get(Number(value));
        if (label !== undefined) labels[key] = label;
      }
    });
    row['labels'] = labels;
  }
}
