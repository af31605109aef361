import { tradeStatus } from '@kaike/shared/domain/commerce/order-status';
import type { Context } from '../../../core/context.ts';
import { queryChannel } from './check-payment.ts';

/** Queries the channels for every open attempt of the order. */
export async function queryOrder(ctx: Context, orderId: number): Promise<void> {
  const trades = await ctx.db
    .selectFrom('pay_trades')
    .select(['trade_no', 'channel'])
    .where('order_id', '=', orderId)
    .where('status', '=', tradeStatus.created)
    .execute();
  for (const trade of trades) await queryChannel(ctx, trade);
}
