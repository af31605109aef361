import type * as payOrdersApi from '@kaike/shared/contracts/commerce/pay-orders';
import type { AdminCallOf } from '../../../../core/call.ts';

export async function listChannelSetups({ ctx }: AdminCallOf<typeof payOrdersApi.listChannelSetups>) {
  return { channels: await ctx.adapters.pay.setups() };
}
