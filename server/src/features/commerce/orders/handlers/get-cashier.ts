import type * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { CallOf } from '../../../../core/call.ts';
import { loadTrade } from '../sandbox-cashier.ts';

export async function getCashier(
  call: CallOf<typeof payOrders.getCashier>,
): Promise<ResponseOf<typeof payOrders.getCashier>> {
  const { trade_no: _no, ...trade } = await loadTrade(call);
  return trade;
}
