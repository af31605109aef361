import { sql, type RawBuilder } from 'kysely';
import { kinds } from '@kaike/shared/kit/kinds';
import type { Resource } from './behaviour.ts';
import type { Filter, ListQuery } from './list-query.ts';

type Condition = RawBuilder<boolean>;

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (symbol) => `\\${symbol}`);

function endOfDay(value: unknown, filter: Filter): unknown {
  const isDay = filter.field.kind === 'date_time' && typeof value === 'string' && value.endsWith('T00:00:00.000Z');
  return isDay ? new Date(new Date(value).getTime() + 86_400_000 - 1).toISOString() : value;
}

function between(column: RawBuilder<unknown>, filter: Filter & { operator: 'between' }): Condition {
  const parts: Condition[] = [];
  if (filter.from !== null) parts.push(sql<boolean>`${column} >= ${filter.from}`);
  if (filter.to !== null) parts.push(sql<boolean>`${column} <= ${endOfDay(filter.to, filter)}`);
  return parts.length > 0 ? sql<boolean>`${sql.join(parts, sql` and `)}` : sql<boolean>`true`;
}

/** One filter as SQL on the row `r`; `part` matches inside text, `contains` looks into arrays. */
function filterCondition(filter: Filter): Condition {
  const column = sql.ref(`r.${filter.key}`);
  const way = kinds[filter.field.kind].filter;
  if (filter.operator === 'between') return between(column, filter);
  if (way === 'contains') {
    const wanted = filter.operator === 'in' ? filter.value : [filter.value];
    return sql<boolean>`${column} && ${wanted}::${sql.raw(kinds[filter.field.kind].column)}`;
  }
  if (filter.operator === 'in') return filter.value.length > 0 ? sql<boolean>`${column} in (${sql.join(filter.value)})` : sql<boolean>`false`;
  if (filter.value === null) return sql<boolean>`${column} is null`;
  if (way === 'part') return textCondition(column, String(filter.value));
  return sql<boolean>`${column} = ${filter.value}`;
}

/** Part of a text, in any case. From three symbols on the trigram index answers; one or two read the table's text. */
function textCondition(column: RawBuilder<unknown>, keyword: string): Condition {
  return sql<boolean>`${column} ilike ${`%${escapeLike(keyword)}%`}`;
}

/** Each searchable field is asked through its own index; an `or` over them would use none. */
function keywordCondition({ definition, behaviour }: Resource, query: ListQuery): Condition | null {
  const fields = query.keyword_field ? [query.keyword_field] : (definition.list.search ?? []);
  if (query.keyword === '' || fields.length === 0) return null;
  const from = sql.table(behaviour.read_from ?? definition.table);
  const hits = fields.map((key) => sql`select k.id from ${from} k where ${textCondition(sql.ref(`k.${key}`), query.keyword)}`);
  return sql<boolean>`r.id in (${sql.join(hits, sql` union `)})`;
}

/** Everything the list query asks for, beside the scope. */
export function listConditions(resource: Resource, query: ListQuery): Condition {
  const parts = query.filters.map(filterCondition);
  const keyword = keywordCondition(resource, query);
  if (keyword) parts.push(keyword);
  return parts.length > 0 ? sql<boolean>`${sql.join(parts, sql` and `)}` : sql<boolean>`true`;
}
