import type * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { CallOf } from '../../../../core/call.ts';
import { receiveNotice } from '../receive-notice.ts';
import { loadTrade } from '../sandbox-cashier.ts';

/** Carries out the buyer's decision. The notice takes the path of a real one, including its signature; `pay_silently` sends none, as if it were lost. */
export async function payAtCashier(
  call: CallOf<typeof payOrders.payAtCashier>,
): Promise<ResponseOf<typeof payOrders.payAtCashier>> {
  const trade = await loadTrade(call);
  const { ctx } = call;
  const bank = ctx.adapters.pay.sandbox;
  if (call.body.action === 'cancel') await (await ctx.adapters.pay.find('sandbox'))?.close(trade.trade_no);
  else if (bank) {
    await bank.pay(trade.trade_no);
    const notices = call.body.action === 'pay_twice' ? 2 : call.body.action === 'pay' ? 1 : 0;
    await Promise.all(
      Array.from({ length: notices }, async () => receiveNotice(ctx, 'sandbox', await bank.notice(trade.trade_no))),
    );
  }
  const { state } = await ctx.db
    .selectFrom('sandbox_trades')
    .select('state')
    .where('trade_no', '=', trade.trade_no)
    .executeTakeFirstOrThrow();
  return { state, order_id: trade.order_id };
}
