import type { PayClient } from '../../adapters/pay/port.ts';
import type { Call } from '../../http/route.ts';

/** Where the buyer is, as far as the browser says; wrong guesses cost a detour and decide nothing. */
export function clientOf({ request }: Pick<Call, 'request'>): PayClient {
  const agent = String(request.headers['user-agent'] ?? '');
  if (/MicroMessenger/i.test(agent)) return 'wechat';
  return /Android|iPhone|iPad|Mobile/i.test(agent) ? 'mobile' : 'desktop';
}
