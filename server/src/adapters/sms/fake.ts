import { AdapterError } from '../adapter-error.ts';
import type { SmsMessage, SmsSender } from './port.ts';

export type FakeSms = SmsSender & { readonly sent: SmsMessage[] };

/** Keeps what was sent. A number that ends in 0000 is refused, as a provider refuses a wrong one. */
export function createFakeSms(): FakeSms {
  const sent: SmsMessage[] = [];
  return {
    sent,
    can_deliver: async () => true,
    async send(message) {
      if (message.to.endsWith('0000')) throw new AdapterError('rejected', { reason: 'mobile_illegal' });
      sent.push(message);
      return { id: `fake-${sent.length}` };
    },
  };
}
