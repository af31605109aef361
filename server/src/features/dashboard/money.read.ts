import { sql } from 'kysely';
import type { Dashboard } from '@kaike/shared/contracts/dashboard';
import { addDays, dayOf, startOfDay } from '@kaike/shared/domain/courses/study-days';
import { permissionOf } from '@kaike/shared/kit/resource';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import { mayDo } from '../../core/actor.ts';
import { rowScope } from '../../kit/access.ts';
import { fromOf } from '../../kit/read/read-rows.ts';
import { readCached } from './cached.ts';
import type { Reader } from './reader.ts';

type Money = NonNullable<Dashboard['money']>;

const shownDays = 14;
const dayMs = 86_400_000;

/** Payments of today, and of yesterday until this hour. */
async function readToday({ ctx, actor }: Reader): Promise<Omit<Money, 'days' | 'month'>> {
  const resource = ctx.resources.get('pay-orders');
  const now = ctx.clock();
  const today = startOfDay(dayOf(now));
  const yesterday = startOfDay(addDays(dayOf(now), -1));
  const scope = rowScope(actor, resource);
  const { rows } = await sql<Omit<Money, 'days' | 'month'>>`
    select coalesce(sum(r.payable) filter (where r.paid_at >= ${today}), 0)::bigint as today,
      coalesce(sum(r.payable) filter (where r.paid_at <= ${new Date(now.getTime() - dayMs)}), 0)::bigint as yesterday,
      (count(*) filter (where r.paid_at >= ${today}))::int as orders,
      (select coalesce(sum(f.amount), 0)::bigint from pay_refunds f join ${fromOf(resource)} r on r.id = f.order_id
        where f.done_at >= ${today} and ${scope}) as refunded
    from ${fromOf(resource)} r where r.paid_at >= ${yesterday} and ${scope}`.execute(ctx.db);
  return rows[0] ?? { today: 0, yesterday: 0, orders: 0, refunded: 0 };
}

/** The days before today, which no longer change, and this month until today. */
async function readDays({ ctx, actor }: Reader): Promise<Pick<Money, 'days' | 'month'>> {
  const resource = ctx.resources.get('pay-orders');
  const today = dayOf(ctx.clock());
  const [first, month] = [addDays(today, 1 - shownDays), `${today.slice(0, 8)}01`];
  const start = first < month ? first : month;
  const { rows } = await sql<{ day: string; amount: number }>`
    select (r.paid_at at time zone ${defaultTimeZone})::date as day, sum(r.payable)::bigint as amount from ${fromOf(resource)} r
    where r.paid_at >= ${startOfDay(start)} and r.paid_at < ${startOfDay(today)} and ${rowScope(actor, resource)} group by 1`.execute(
    ctx.db,
  );
  const amounts = new Map(rows.map(({ day, amount }) => [day, amount]));
  return {
    days: Array.from({ length: shownDays }, (_one, index) => addDays(first, index)).map((day) => ({
      day,
      amount: amounts.get(day) ?? 0,
    })),
    month: rows.filter(({ day }) => day >= month).reduce((sum, { amount }) => sum + amount, 0),
  };
}

/** What was paid, in the orders this person may list. */
export async function readMoney(call: Reader): Promise<Dashboard['money']> {
  const { ctx, actor } = call;
  if (!mayDo(actor, permissionOf(ctx.resources.get('pay-orders').definition, 'list'))) return null;
  const key = `money|${actor.admin.agency?.id ?? ''}|${dayOf(ctx.clock())}`;
  const [today, { days, month }] = await Promise.all([readToday(call), readCached(ctx, key, () => readDays(call))]);
  return {
    ...today,
    month: month + today.today,
    days: days.map((one, index) => (index === days.length - 1 ? { ...one, amount: today.today } : one)),
  };
}
