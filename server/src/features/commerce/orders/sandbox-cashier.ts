import type * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import { assert } from '../../../core/app-error.ts';
import type { CallOf } from '../../../core/call.ts';
import { isForBuyer } from './buyer-client.ts';

export async function loadTrade(
  call: Pick<CallOf<typeof payOrders.getCashier>, 'ctx' | 'params' | 'may_use_stand_ins'>,
) {
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
