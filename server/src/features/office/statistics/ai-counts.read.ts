import { sql, type RawBuilder } from 'kysely';
import type { AiCounts, aiCountsBy } from '@kaike/shared/contracts/office/statistics';
import { orderStatus } from '@kaike/shared/domain/commerce/order-status';
import { productStatus, productType } from '@kaike/shared/domain/commerce/product-status';
import type { Db } from '../../../db/pool.ts';
import type { AdminCall } from '../../../core/call.ts';
import { parseSpan, type StatisticsSpan } from './span.ts';

type CountQuery = { from: string; to: string; by: (typeof aiCountsBy)[number] };
type CountRow = Omit<AiCounts['rows'][number], 'cost_minute'>;

/** Yuan, to a hundredth of a fen. */
const round = (yuan: number): number => Math.round(yuan * 10_000) / 10_000;
const perMinute = (cost: number, sec: number): number => (sec > 0 ? round((cost * 60) / sec) : 0);

/** Calls and their cost, from the sums of the days, which stay when single calls are removed. */
function usageBy(by: CountQuery['by'], { from, to }: StatisticsSpan): RawBuilder<unknown> {
  const key = {
    day: sql`to_char(u.day, 'YYYY-MM-DD')`,
    vendor: sql`u.provider`,
    purpose: sql`u.purpose`,
    agency: sql`coalesce(u.agency_id::text, '')`,
  }[by];
  return sql`select ${key} as key, sum(u.calls)::int as calls, sum(u.failures)::int as failures, sum(u.cost)::float8 as cost
    from ai_usage_days u where u.day between ${from}::date and ${to}::date group by 1`;
}

/** Seconds of talk, which belong to a day and an agency only. */
function talkBy(by: CountQuery['by'], { from, to }: StatisticsSpan): RawBuilder<unknown> {
  const within = sql`d.day between ${from}::date and ${to}::date`;
  if (by === 'agency')
    return sql`select coalesce(m.agency_id::text, '') as key, sum(d.talk_sec)::int as talk_sec
      from ai_days d join members m on m.id = d.member_id where ${within} group by 1`;
  return sql`select to_char(d.day, 'YYYY-MM-DD') as key, sum(d.talk_sec)::int as talk_sec
    from ai_days d where ${within} and ${by === 'day'} group by 1`;
}

async function readRows(db: Db, by: CountQuery['by'], span: StatisticsSpan): Promise<CountRow[]> {
  const days = sql`select to_char(d, 'YYYY-MM-DD') as key from generate_series(${span.from}::date, ${span.to}::date, interval '1 day') d`;
  const { rows } = await sql<CountRow>`
    with usage as (${usageBy(by, span)}), talk as (${talkBy(by, span)}),
      k as (${by === 'day' ? days : sql`select key from usage union select key from talk`})
    select k.key, coalesce(a.name, '') as label, coalesce(calls, 0) as calls, coalesce(failures, 0) as failures,
      coalesce(talk_sec, 0) as talk_sec, coalesce(cost, 0) as cost
    from k left join usage using (key) left join talk using (key) left join agencies a on ${by === 'agency'} and a.id::text = k.key
    order by ${by === 'day' ? sql`k.key` : sql`coalesce(cost, 0) desc, coalesce(talk_sec, 0) desc, k.key`}`.execute(db);
  return rows;
}

/** Yuan a minute of talk is sold for: as paid in the span, else as the cheapest product on sale asks; null where no minutes are sold alone. */
async function readSold(db: Db, { start, end }: StatisticsSpan): Promise<AiCounts['sold']> {
  const { rows } = await sql<{ paid: number | null; offer: number | null }>`select
    (select sum(o.payable - o.refund_amount)::float8 * 60 / 100 / nullif(sum(o.quantity * (o.product_snapshot ->> 'ai_seconds')::int), 0)
      from pay_orders o where o.paid_at >= ${start} and o.paid_at < ${end} and o.status in (${orderStatus.paid}, ${orderStatus.delivered})
        and (o.product_snapshot ->> 'type')::int = ${productType.ai_minutes}) as paid,
    (select min(p.sale_price::float8 * 60 / 100 / p.ai_seconds) from products p where p.type = ${productType.ai_minutes}
      and p.status = ${productStatus.on} and p.deleted_at is null and p.ai_seconds > 0 and p.sale_price > 0) as offer`.execute(
    db,
  );
  const { paid = null, offer = null } = rows[0] ?? {};
  const minute = paid ?? offer;
  return minute === null ? null : { minute: round(minute), is_paid: paid !== null };
}

async function readTalk(db: Db, { from, to }: StatisticsSpan): Promise<number> {
  const { rows } = await sql<{
    sec: number;
  }>`select coalesce(sum(talk_sec), 0)::int as sec from ai_days where day between ${from}::date and ${to}::date`.execute(
    db,
  );
  return rows[0]?.sec ?? 0;
}

/**
 * What the AI teacher cost. A minute of a day or an agency costs what was spent on its own minutes; that of a vendor or purpose is
 * its share of the cost of every minute.
 */
export async function loadAiCounts(call: AdminCall, query: CountQuery): Promise<AiCounts> {
  // What vendors charge is the school's own, as in the list of calls.
  const { db } = call.ctx;
  const { by } = query;
  const span = parseSpan(query);
  const [rows, talkSec, sold] = [await readRows(db, by, span), await readTalk(db, span), await readSold(db, span)];
  const isOwn = by === 'day' || by === 'agency';
  const label = ({ key, label: name }: CountRow): string =>
    by === 'day'
      ? key
      : by === 'agency'
        ? name
        : call.t(`resources.ai-usage.choices.${by === 'vendor' ? 'provider' : 'purpose'}.${key}`);
  const sum = (name: 'calls' | 'failures' | 'cost'): number => rows.reduce((total, row) => total + row[name], 0);
  const cost = sum('cost');
  return {
    rows: rows.map((row) => ({
      ...row,
      label: label(row),
      cost: round(row.cost),
      cost_minute: perMinute(row.cost, isOwn ? row.talk_sec : talkSec),
    })),
    totals: {
      calls: sum('calls'),
      failures: sum('failures'),
      talk_sec: talkSec,
      cost: round(cost),
      cost_minute: perMinute(cost, talkSec),
    },
    sold,
  };
}
