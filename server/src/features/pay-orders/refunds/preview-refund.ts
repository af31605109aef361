import { sql } from 'kysely';
import type { payOrders } from '@kaike/shared/resources/pay-orders';
import { formatMoney, formatSpan } from '@kaike/shared/kit/format';
import type { Context } from '../../../core/context.ts';
import type { AdminCall } from '../../../core/call.ts';
import type { DryRunNotes } from '../../../kit/behaviour.ts';
import { readTakenSeconds } from '../../entitlements/public.ts';
import { refundStatus } from './refund-order.ts';

type Order = {
  id: number;
  member_id: number;
  payable: number;
  refund_amount: number;
  member: string;
  product: string;
};

type Progress = { courses: number; lessons: number; done: number; /** Null without a request. */ after: number | null };

/** The buyer's progress in what the order granted, and how much of it came after the request: courses stay open meanwhile. */
async function readProgress(ctx: Context, order: Order): Promise<Progress> {
  const { rows } =
    await sql<Progress>`select count(distinct e.course_id)::int as courses, count(l.id)::int as lessons, count(lr.completed_at)::int as done, case when a.at is not null then count(lr.completed_at) filter (where lr.completed_at > a.at)::int end as after
    from (select distinct course_id from entitlements where source_type = 'order' and source_id = ${order.id} and kind = 'course' and revoked_at is null) e
    left join lessons l on l.course_id = e.course_id and l.deleted_at is null left join learning_records lr on lr.lesson_id = l.id and lr.member_id = ${order.member_id}
    cross join (select max(created_at) as at from pay_refunds where order_id = ${order.id} and status = ${refundStatus.requested}) a group by a.at`.execute(
      ctx.db,
    );
  return rows[0] ?? { courses: 0, lessons: 0, done: 0, after: null };
}

/** What the refund takes away: courses, and the remaining time with the AI teacher. */
async function describeLosses({ ctx, t, locale }: AdminCall, order: Order, courses: number): Promise<string[]> {
  const access = courses > 0 ? [t('order_story.rehearsal.access', { count: courses })] : [];
  const { opened, taken, left } = await readTakenSeconds(ctx.db, {
    source_type: 'order',
    sources: sql`select ${order.id}::bigint`,
  });
  if (opened === 0) return access;
  const which = taken === opened ? 'ai' : taken > 0 ? 'ai_part' : 'ai_used';
  return [
    ...access,
    t(`order_story.rehearsal.${which}`, {
      opened: formatSpan(opened, locale),
      taken: formatSpan(taken, locale),
      left: formatSpan(left, locale),
    }),
  ];
}

/** Dry run of a refund: whose order it is, what was paid, and what the refund takes away. */
export const previewRefund: DryRunNotes<typeof payOrders, 'refund'> = async (call, { where, input }) => {
  const { ctx, t } = call;
  const { rows } =
    await sql<Order>`select r.id, r.member_id, r.payable, r.refund_amount, m.display_name as member, p.title as product from pay_orders r
    join member_rows m on m.id = r.member_id join products p on p.id = r.product_id where ${where} order by r.id limit 2`.execute(
      ctx.db,
    );
  const [order, ...others] = rows;
  if (!order || others.length > 0) return [];
  const money = (fen: number): string => formatMoney(fen, { decimals: 2 });
  const amount = Number(input.amount ?? 0) || order.payable;
  const paid = t('order_story.rehearsal.paid', {
    member: order.member,
    product: order.product,
    paid: money(order.payable),
  });
  if (amount > order.payable)
    return { context: [paid], notes: [t('order_story.rehearsal.too_much', { paid: money(order.payable) })] };
  const { courses, lessons, done, after } = await readProgress(ctx, order);
  const studied =
    lessons > 0
      ? [
          after === null
            ? t('order_story.rehearsal.studied', { done, count: lessons })
            : t('order_story.rehearsal.studied_after', { done, count: lessons, after }),
        ]
      : [];
  const returned = t(input.amount ? 'order_story.rehearsal.part' : 'order_story.rehearsal.whole', {
    amount: money(amount),
  });
  return { context: [paid, ...studied], notes: [returned, ...(await describeLosses(call, order, courses))] };
};
