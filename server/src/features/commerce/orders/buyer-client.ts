import type { PayChannel } from '@kaike/shared/domain/commerce/order-status';
import type { PayClient } from '../../../adapters/pay/port.ts';
import type { Call } from '../../../core/call.ts';

/** The buyer's environment by user agent; a wrong guess costs a detour at most. */
export function clientOf({ user_agent: agent }: Pick<Call, 'user_agent'>): PayClient {
  if (/MicroMessenger/i.test(agent)) return 'wechat';
  return /Android|iPhone|iPad|Mobile/i.test(agent) ? 'mobile' : 'desktop';
}

/** Whether a channel is available to this buyer: the sandbox opens courses for free, so it is limited to the machine itself. */
export const isForBuyer = ({ may_use_stand_ins }: Pick<Call, 'may_use_stand_ins'>, channel: PayChannel): boolean =>
  channel !== 'sandbox' || may_use_stand_ins;
