import type * as payOrders from '@kaike/shared/contracts/pay-orders';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../core/app-error.ts';
import type { CallOf } from '../../core/call.ts';
import { isForBuyer } from './buyer-client.ts';
import { receiveNotice } from './receive-notice.ts';

async function readTrade(call: Pick<CallOf<typeof payOrders.getCashier>, 'ctx' | 'params' | 'may_use_stand_ins'>) {
  assert(call.ctx.adapters.pay.sandbox && isForBuyer(call, 'sandbox'), 'request.not_found');
  const trade = await call.ctx.db
    .selectFrom('sandbox_trades as s')
    .innerJoin('pay_trades as t', 't.trade_no', 's.trade_no')
    .select(['s.title', 's.amount', 's.state', 's.trade_no', 't.order_id'])
    .where('s.trade_no', '=', call.params.trade_no)
    .executeTakeFirst();
  assert(trade, 'record.not_found');
  return trade;
}

export async function showCashier(
  call: CallOf<typeof payOrders.getCashier>,
): Promise<ResponseOf<typeof payOrders.getCashier>> {
  const { trade_no: _no, ...trade } = await readTrade(call);
  return trade;
}

/** Carries out the buyer's decision. The notice takes the path of a real one, including its signature; `pay_silently` sends none, as if it were lost. */
export async function useCashier(
  call: CallOf<typeof payOrders.payAtCashier>,
): Promise<ResponseOf<typeof payOrders.payAtCashier>> {
  const trade = await readTrade(call);
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
