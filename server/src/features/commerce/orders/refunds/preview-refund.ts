import { sql } from 'kysely';
import { endsAccess, refundAccess, refundRest, refundStatus } from '@kaike/shared/domain/commerce/order-status';
import type { payOrders } from '@kaike/shared/resources/commerce/pay-orders';
import { formatMoney, formatSpan } from '@kaike/shared/kit/format';
import type { Context } from '../../../../core/context.ts';
import type { AdminCall } from '../../../../core/call.ts';
import type { DryRunNotes } from '../../../../kit/behaviour.ts';
import { describeMoves, loadTakenSeconds, revoked } from '../../entitlements/public.ts';
import { loadOpenAccess } from '../orders/grant-order.ts';

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

/** Courses a dry run names; of more it says how many. */
const maxNamed = 5;

/** What the refund takes away, courses and what is left of the time with the AI teacher, and what follows the courses then. */
async function describeLosses(call: AdminCall, order: Order): Promise<string[]> {
  const { ctx, t, locale } = call;
  const open = await loadOpenAccess(ctx.db, [order.id]);
  const { rows: courses } = await sql<{ title: string }>`select title from entitlement_rows
    where id = any(${open}::bigint[]) order by id`.execute(ctx.db);
  const named =
    courses.length > maxNamed
      ? t('order_story.rehearsal.access', { count: courses.length })
      : t('order_story.rehearsal.access_of', {
          courses: courses
            .map(({ title }) => t('order_story.rehearsal.course', { title }))
            .join(t('order_story.rehearsal.and')),
        });
  const access = courses.length > 0 ? [named, ...(await describeMoves(call, revoked(open)))] : [];
  const { opened, taken, left } = await loadTakenSeconds(ctx.db, {
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

const money = (fen: number): string => formatMoney(fen, { decimals: 2 });

/** How much goes back, by whom, and how much is left then. */
function describeAmount(
  { t }: AdminCall,
  { amount, rest, ...input }: { amount: number; rest: number; filled: boolean; manual: boolean },
): string[] {
  const left = rest - amount;
  const which = !input.filled ? 'whole' : left === 0 ? 'last' : 'part';
  return [
    t(`order_story.rehearsal.${which}`, { amount: money(amount), left: money(left) }),
    ...(input.manual ? [t('order_story.rehearsal.manual')] : []),
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
  const rest = refundRest(order);
  const filled = Number(input.amount ?? 0);
  const amount = filled || rest;
  const facts = { member: order.member, product: order.product, paid: money(order.payable), rest: money(rest) };
  const paid = [
    t('order_story.rehearsal.paid', facts),
    ...(order.refund_amount > 0
      ? [t('order_story.rehearsal.returned', { returned: money(order.refund_amount), rest: money(rest) })]
      : []),
  ];
  if (amount > rest) return { context: paid, notes: [t('order_story.rehearsal.too_much', { rest: money(rest) })] };
  const { courses, lessons, done, after } = await readProgress(ctx, order);
  const studied =
    lessons > 0
      ? [
          after === null
            ? t('order_story.rehearsal.studied', { done, count: lessons })
            : t('order_story.rehearsal.studied_after', { done, count: lessons, after }),
        ]
      : [];
  const returned = describeAmount(call, { amount, rest, filled: filled > 0, manual: input.manual === true });
  const access = refundAccess.find((one) => one === input.access) ?? 'auto';
  const losses = endsAccess(access, rest, amount)
    ? await describeLosses(call, order)
    : courses > 0
      ? [t('order_story.rehearsal.kept')]
      : [];
  return { context: [...paid, ...studied], notes: [...returned, ...losses] };
};
