import type { PayChannel } from '@kaike/shared/domain/order-status';
import type { PayClient } from '../../adapters/pay/port.ts';
import type { Call } from '../../http/route.ts';
import { isShownTo } from '../../http/this-machine.ts';

/** Where the buyer is, as far as the browser says; wrong guesses cost a detour and decide nothing. */
export function clientOf({ request }: Pick<Call, 'request'>): PayClient {
  const agent = String(request.headers['user-agent'] ?? '');
  if (/MicroMessenger/i.test(agent)) return 'wechat';
  return /Android|iPhone|iPad|Mobile/i.test(agent) ? 'mobile' : 'desktop';
}

/** Whether a channel is for this buyer: play money opens courses for nothing, so it is for whoever sits at the machine. */
export const isForBuyer = ({ request, ctx }: Pick<Call, 'request' | 'ctx'>, channel: PayChannel): boolean =>
  channel !== 'sandbox' || isShownTo(request, ctx.config);
