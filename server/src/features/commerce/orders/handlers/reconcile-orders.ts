import { sql } from 'kysely';
import type * as payOrdersApi from '@kaike/shared/contracts/commerce/pay-orders';
import { tradeStatus, refundStatus, orderStatus } from '@kaike/shared/domain/commerce/order-status';
import { addDays, startOfDay } from '@kaike/shared/kit/dates/school-days';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { payOrders } from '@kaike/shared/resources/commerce/pay-orders';
import { AppError } from '../../../../core/app-error.ts';
import type { AdminCallOf } from '../../../../core/call.ts';
import { rowScope } from '../../../../kit/access.ts';

type Reconciled = ResponseOf<typeof payOrdersApi.reconcileOrders>;

const maxDays = 93;

const shownOdd = 100;

/** Reconciles orders with payments by day and channel, and lists orders whose payments do not add up. */
export async function reconcileOrders(call: AdminCallOf<typeof payOrdersApi.reconcileOrders>): Promise<Reconciled> {
  const { from, to } = call.query;
  if (to < from || addDays(from, maxDays) < to)
    throw new AppError('request.invalid', { failures: { to: [{ rule: 'max', params: [String(maxDays)] }] } });
  const scope = rowScope(call.actor, call.ctx.resources.of(payOrders));
  const [start, end] = [startOfDay(from), startOfDay(addDays(to, 1))];
  const paid = sql`t.status in (${tradeStatus.succeeded}, ${tradeStatus.refunded})`;
  const days = await sql<Reconciled['days'][number]>`
    with o as (
      select (r.paid_at at time zone ${sql.lit(defaultTimeZone)})::date as day, r.channel, count(*)::int as orders, sum(r.payable)::bigint as order_amount, sum(r.refund_amount)::bigint as refund_amount,
        sum((select coalesce(sum(f.amount), 0) from pay_refunds f where f.order_id = r.id and f.manual and f.status = ${refundStatus.done}))::bigint as manual_refund_amount
      from pay_orders r where r.paid_at >= ${start} and r.paid_at < ${end} and r.payable > 0 and ${scope} group by 1, 2
    ), t as (
      select (t.paid_at at time zone ${sql.lit(defaultTimeZone)})::date as day, t.channel, count(*)::int as trades, sum(t.amount)::bigint as trade_amount
      from pay_trades t join pay_orders r on r.id = t.order_id where t.paid_at >= ${start} and t.paid_at < ${end} and ${paid} and ${scope} group by 1, 2
    )
    select to_char(coalesce(o.day, t.day), 'YYYY-MM-DD') as day, coalesce(o.channel, t.channel) as channel, coalesce(o.orders, 0) as orders, coalesce(o.order_amount, 0)::bigint as order_amount,
      coalesce(t.trades, 0) as trades, coalesce(t.trade_amount, 0)::bigint as trade_amount, coalesce(o.refund_amount, 0)::bigint as refund_amount,
      coalesce(o.manual_refund_amount, 0)::bigint as manual_refund_amount,
      (coalesce(t.trade_amount, 0) - coalesce(o.order_amount, 0))::bigint as difference
    from o full join t on t.day = o.day and t.channel = o.channel order by 1 desc, 2`.execute(call.ctx.db);
  const odd = await sql<Reconciled['odd'][number]>`
    select x.id, x.order_no, x.status, x.payable, x.paid, x.refunded, case when x.paid > x.payable + x.extra then 'paid_too_much' when x.paid < x.payable then 'not_paid' else 'refund_open' end as why
    from (select r.id, r.order_no, r.status, r.payable,
        coalesce((select sum(t.amount) from pay_trades t where t.order_id = r.id and ${paid}), 0)::bigint as paid,
        coalesce((select sum(f.amount) from pay_refunds f where f.order_id = r.id and f.status = ${refundStatus.done}), 0)::bigint as refunded,
        coalesce((select sum(f.amount) from pay_refunds f where f.order_id = r.id and f.status = ${refundStatus.done} and f.order_status = 0), 0)::bigint as extra,
        exists (select 1 from pay_refunds f where f.order_id = r.id and f.status = ${refundStatus.failed}) as has_failed
      from pay_orders r where r.created_at >= ${start} and r.created_at < ${end} and r.payable > 0 and ${scope}
        and r.status not in (${orderStatus.pending}, ${orderStatus.closed})) x
    where x.paid > x.payable + x.extra or x.paid < x.payable or (x.has_failed and x.status = ${orderStatus.refunding}) order by x.id desc limit ${shownOdd}`.execute(
    call.ctx.db,
  );
  return { days: days.rows, odd: odd.rows };
}
