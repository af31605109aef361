import { sql, type RawBuilder } from 'kysely';
import type { Dashboard } from '@kaike/shared/contracts/office/dashboard';
import { addDays, dayOf, mondayOf, startOfDay } from '@kaike/shared/kit/dates/school-days';
import { permissionOf } from '@kaike/shared/kit/resource';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import { hasPermission } from '../../../core/actor.ts';
import { rowScope } from '../../../kit/access.ts';
import { fromOf } from '../../../kit/read/load-rows.ts';
import { loadCached } from './cached.ts';
import type { DashboardReader } from './reader.ts';

type Money = NonNullable<Dashboard['money']>;
type Span = Money['today'];

const shownDays = 14;

/** The price of the cards activated from a moment until before another, as a subquery; null for roles that may not list cards. */
function priceOfCards({ ctx, actor }: DashboardReader, from: Date, until: Date): RawBuilder<number | null> {
  const cards = ctx.resources.get('cards');
  if (!hasPermission(actor, permissionOf(cards.definition, 'list'))) return sql`null::bigint`;
  return sql`(select coalesce(sum(p.sale_price), 0)::bigint from ${fromOf(cards)} r join products p on p.id = r.product_id
    where r.activated_at >= ${from} and r.activated_at < ${until} and ${rowScope(actor, cards)})`;
}

/** What was paid and paid back, and the cards activated, from a moment until before another. */
async function readPeriod(call: DashboardReader, from: Date, until: Date): Promise<Omit<Span, 'before'>> {
  const { ctx, actor } = call;
  const resource = ctx.resources.get('pay-orders');
  const scope = rowScope(actor, resource);
  const { rows } = await sql<Omit<Span, 'before'>>`
    select coalesce(sum(r.payable), 0)::bigint as paid, count(*)::int as orders,
      (select coalesce(sum(f.amount), 0)::bigint from pay_refunds f join ${fromOf(resource)} r on r.id = f.order_id
        where f.done_at >= ${from} and f.done_at < ${until} and ${scope}) as refunded,
      ${priceOfCards(call, from, until)} as cards
    from ${fromOf(resource)} r where r.paid_at >= ${from} and r.paid_at < ${until} and ${scope}`.execute(ctx.db);
  return rows[0] ?? { paid: 0, orders: 0, refunded: 0, cards: null };
}

/** The days until yesterday, which no longer change. */
async function readDays({ ctx, actor }: DashboardReader): Promise<Money['days']> {
  const resource = ctx.resources.get('pay-orders');
  const today = dayOf(ctx.clock());
  const first = addDays(today, 1 - shownDays);
  const { rows } = await sql<{ day: string; amount: number }>`
    select (r.paid_at at time zone ${defaultTimeZone})::date as day, sum(r.payable)::bigint as amount from ${fromOf(resource)} r
    where r.paid_at >= ${startOfDay(first)} and r.paid_at < ${startOfDay(today)} and ${rowScope(actor, resource)} group by 1`.execute(
    ctx.db,
  );
  const amounts = new Map(rows.map(({ day, amount }) => [day, amount]));
  return Array.from({ length: shownDays }, (_one, index) => addDays(first, index)).map((day) => ({
    day,
    amount: amounts.get(day) ?? 0,
  }));
}

/** What was paid until as long after the start of the span before. */
async function readBefore({ ctx, actor }: DashboardReader, day: string, dayBefore: string): Promise<number> {
  const [start, startBefore] = [startOfDay(day), startOfDay(dayBefore)];
  const passedMs = ctx.clock().getTime() - start.getTime();
  // The month before may be shorter.
  const until = new Date(Math.min(startBefore.getTime() + passedMs, start.getTime()));
  const resource = ctx.resources.get('pay-orders');
  const { rows } = await sql<{ paid: number }>`
    select coalesce(sum(r.payable), 0)::bigint as paid from ${fromOf(resource)} r
    where r.paid_at >= ${startBefore} and r.paid_at < ${until} and ${rowScope(actor, resource)}`.execute(ctx.db);
  return rows[0]?.paid ?? 0;
}

/** A span that began before today: its earlier days, without what is paid today. */
async function readEarlier(call: DashboardReader, day: string, dayBefore: string): Promise<Span> {
  const [earlier, before] = await Promise.all([
    readPeriod(call, startOfDay(day), startOfDay(dayOf(call.ctx.clock()))),
    readBefore(call, day, dayBefore),
  ]);
  return { ...earlier, before };
}

const added = (earlier: Span, today: Omit<Span, 'before'>): Span => ({
  paid: earlier.paid + today.paid,
  before: earlier.before,
  orders: earlier.orders + today.orders,
  refunded: earlier.refunded + today.refunded,
  cards: today.cards === null ? null : (earlier.cards ?? 0) + today.cards,
});

/** What was paid, in the orders this person may list; today is read anew, the longer spans without it are cached. */
export async function loadMoney(call: DashboardReader): Promise<Dashboard['money']> {
  const { ctx, actor } = call;
  if (!hasPermission(actor, permissionOf(ctx.resources.get('pay-orders').definition, 'list'))) return null;
  const day = dayOf(ctx.clock());
  const [monday, first] = [mondayOf(day), `${day.slice(0, 8)}01`];
  const firstBefore = `${addDays(first, -1).slice(0, 8)}01`;
  const owner = `${actor.admin.agency?.id ?? ''}|${hasPermission(actor, 'admin.cards.list')}`;
  const cached = async <T>(part: string, read: () => Promise<T>): Promise<T> =>
    (await loadCached(ctx, `money|${part}|${owner}|${day}`, read)).value;
  const [today, before, week, month, days] = await Promise.all([
    readPeriod(call, startOfDay(day), startOfDay(addDays(day, 1))),
    readBefore(call, day, addDays(day, -1)),
    cached('week', () => readEarlier(call, monday, addDays(monday, -7))),
    cached('month', () => readEarlier(call, first, firstBefore)),
    cached('days', () => readDays(call)),
  ]);
  return {
    today: { ...today, before },
    week: added(week, today),
    month: added(month, today),
    days: days.map((one, index) => (index === days.length - 1 ? { ...one, amount: today.paid } : one)),
  };
}
