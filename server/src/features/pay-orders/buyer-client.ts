import type { PayChannel } from '@kaike/shared/domain/orders/order-status';
import type { PayClient } from '../../adapters/pay/port.ts';
import type { Call } from '../../http/route.ts';
import { isShownTo } from '../../http/this-machine.ts';

/** The buyer's environment by user agent; a wrong guess costs a detour at most. */
export function clientOf({ request }: Pick<Call, 'request'>): PayClient {
  const agent = String(request.headers['user-agent'] ?? '');
  if (/MicroMessenger/i.test(agent)) return 'wechat';
  return /Android|iPhone|iPad|Mobile/i.test(agent) ? 'mobile' : 'desktop';
}

/** Whether a channel is available to this buyer: the sandbox opens courses for free, so it is limited to the machine itself. */
export const isForBuyer = ({ request, ctx }: Pick<Call, 'request' | 'ctx'>, channel: PayChannel): boolean =>
  channel !== 'sandbox' || isShownTo(request, ctx.config);
