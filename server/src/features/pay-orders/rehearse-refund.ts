import { sql } from 'kysely';
import { formatMoney } from '@kaike/shared/kit/format';
import type { ResourceBehaviour } from '../../kit/behaviour.ts';

type Order = { payable: number; refund_amount: number; learner: string; product: string };

/** Whose order it is, what was paid, and what a refund takes away, read before the button is pressed. */
export const rehearseRefund: NonNullable<ResourceBehaviour['rehearse']>[string] = async ({ ctx, t }, { where, input }) => {
  const { rows } = await sql<Order>`select r.payable, r.refund_amount, m.display_name as learner, p.title as product from pay_orders r
    join member_rows m on m.id = r.member_id join products p on p.id = r.product_id where ${where} order by r.id limit 2`.execute(ctx.db);
  const [order, ...others] = rows;
  if (!order || others.length > 0) return [];
  const money = (fen: number): string => formatMoney(fen, { decimals: 2 });
  const amount = Number(input['amount'] ?? 0) || order.payable;
  const paid = t('order_story.rehearsal.paid', { learner: order.learner, product: order.product, paid: money(order.payable) });
  if (amount > order.payable) return [paid, t('order_story.rehearsal.too_much', { paid: money(order.payable) })];
  return [paid, t(input['amount'] ? 'order_story.rehearsal.part' : 'order_story.rehearsal.whole', { amount: money(amount) }), t('order_story.rehearsal.access')];
};
