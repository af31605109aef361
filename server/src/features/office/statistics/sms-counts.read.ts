import { sql, type RawBuilder } from 'kysely';
import type { SmsCounts, smsCountsBy } from '@kaike/shared/contracts/office/statistics';
import { smsState, type SmsState, type SmsVendorName } from '@kaike/shared/domain/messaging/sms-state';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import type { AdminCall } from '../../../core/call.ts';
import { parseSpan } from './span.ts';

type CountQuery = {
  from: string;
  to: string;
  by: (typeof smsCountsBy)[number];
  vendor?: SmsVendorName | null | undefined;
  purpose?: string | null | undefined;
  state?: SmsState | null | undefined;
};
type CountRow = Omit<SmsCounts['rows'][number], 'label'>;

const round = (yuan: number): number => Math.round(yuan * 1000) / 1000;

function keyOf(by: CountQuery['by']): RawBuilder<unknown> {
  return by === 'day'
    ? sql`to_char(m.created_at at time zone ${sql.lit(defaultTimeZone)}, 'YYYY-MM-DD')`
    : sql`m.${sql.ref(by)}`;
}

const filtersOf = (query: CountQuery): RawBuilder<unknown>[] =>
  (['vendor', 'purpose', 'state'] as const).flatMap((name) => {
    const value = query[name];
    return value === null || value === undefined ? [] : [sql`and m.${sql.ref(name)} = ${value}`];
  });

/** Every day of the span when counting by day, else every vendor or purpose with a message, most expensive first. */
export async function loadSmsCounts(call: AdminCall, query: CountQuery): Promise<SmsCounts> {
  // Text messages are the school's own, as in their list.
  const { by } = query;
  const span = parseSpan(query);
  const days = sql`select to_char(d, 'YYYY-MM-DD') as key from generate_series(${span.from}::date, ${span.to}::date, interval '1 day') d`;
  const { rows } = await sql<CountRow>`
    with counted as (select ${keyOf(by)} as key, count(*)::int as messages,
        count(*) filter (where m.state = ${smsState.delivered})::int as delivered,
        count(*) filter (where m.state in (${smsState.undelivered}, ${smsState.refused}))::int as failed,
        coalesce(sum(m.cost), 0)::float8 as cost
      from sms_messages m where m.created_at >= ${span.start} and m.created_at < ${span.end} ${sql.join(filtersOf(query), sql` `)} group by 1),
      k as (${by === 'day' ? days : sql`select key from counted`})
    select k.key, coalesce(messages, 0) as messages, coalesce(delivered, 0) as delivered, coalesce(failed, 0) as failed, coalesce(cost, 0) as cost
    from k left join counted using (key) order by ${by === 'day' ? sql`k.key` : sql`cost desc, messages desc, k.key`}`.execute(
    call.ctx.db,
  );
  const label = ({ key }: CountRow): string =>
    by === 'day' ? key : call.t(`resources.sms-messages.choices.${by}.${key}`);
  const sum = (name: 'messages' | 'delivered' | 'failed' | 'cost'): number =>
    rows.reduce((total, row) => total + row[name], 0);
  return {
    rows: rows.map((row) => ({ ...row, label: label(row) })),
    totals: { messages: sum('messages'), delivered: sum('delivered'), failed: sum('failed'), cost: round(sum('cost')) },
  };
}
