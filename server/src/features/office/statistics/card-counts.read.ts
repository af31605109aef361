import { sql, type RawBuilder } from 'kysely';
import type { CardCounts, cardCountsBy } from '@kaike/shared/contracts/office/statistics';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import type { AdminCall } from '../../../core/call.ts';
import { inAgencies, parseSpan, type StatisticsSpan } from './span.ts';

type CountQuery = {
  from: string;
  to: string;
  by: (typeof cardCountsBy)[number];
  agency_id?: number | null | undefined;
  product_id?: number | null | undefined;
};
type Event = 'created_at' | 'issued_at' | 'activated_at';
type Row = CardCounts['rows'][number];

const keys: Record<Exclude<CountQuery['by'], 'day'>, RawBuilder<unknown>> = {
  agency: sql`c.agency_id::text`,
  product: sql`c.product_id::text`,
  theme: sql`c.theme_id::text`,
};
const labels: Record<Exclude<CountQuery['by'], 'day'>, RawBuilder<unknown>> = {
  agency: sql`(select g.name from agencies g where g.id::text = k.key)`,
  product: sql`(select p.title from products p where p.id::text = k.key)`,
  theme: sql`(select t.name from card_themes t where t.id::text = k.key)`,
};

function countEvents(
  event: Event,
  { by, where, span }: { by: CountQuery['by']; where: RawBuilder<boolean>; span: StatisticsSpan },
): RawBuilder<unknown> {
  const at = sql`c.${sql.ref(event)}`;
  const key =
    by === 'day'
      ? sql`to_char(${at} at time zone ${sql.lit(defaultTimeZone)}, 'YYYY-MM-DD')`
      : sql`coalesce(${keys[by]}, '')`;
  return sql`select ${key} as key, count(*)::int as n from cards c where ${at} >= ${span.start} and ${at} < ${span.end} and ${where} group by 1`;
}

/** Every day of the span when counting by day, else every group with a count, most activations first. */
export async function loadCardCounts(call: AdminCall, query: CountQuery): Promise<CardCounts> {
  const span = parseSpan(query);
  const product = query.product_id ? sql<boolean>`c.product_id = ${query.product_id}` : sql<boolean>`true`;
  const where = sql<boolean>`${inAgencies(call, sql`c.agency_id`, query.agency_id)} and ${product}`;
  const isByDay = query.by === 'day';
  const days = sql`select to_char(d, 'YYYY-MM-DD') as key from generate_series(${span.from}::date, ${span.to}::date, interval '1 day') d`;
  const usedKeys = sql`select key from made union select key from issued union select key from activated`;
  const { rows } = await sql<Row>`
    with made as (${countEvents('created_at', { by: query.by, where, span })}),
      issued as (${countEvents('issued_at', { by: query.by, where, span })}),
      activated as (${countEvents('activated_at', { by: query.by, where, span })}),
      k as (${isByDay ? days : usedKeys})
    select k.key, ${query.by === 'day' ? sql`k.key` : sql`coalesce(${labels[query.by]}, '')`} as label,
      coalesce(made.n, 0) as made, coalesce(issued.n, 0) as issued, coalesce(activated.n, 0) as activated
    from k left join made using (key) left join issued using (key) left join activated using (key)
    order by ${isByDay ? sql`k.key` : sql`activated desc, issued desc, k.key`}`.execute(call.ctx.db);
  const sum = (name: 'made' | 'issued' | 'activated'): number => rows.reduce((total, row) => total + row[name], 0);
  return { rows, totals: { made: sum('made'), issued: sum('issued'), activated: sum('activated') } };
}
