import { AdapterError } from '../../core/adapter-error.ts';
import type { SmsMessage, SmsSender } from './port.ts';

export type FakeSms = SmsSender & { readonly outbox: SmsMessage[] };

/** Records sent messages. Rejects numbers that end in 0000, as a provider rejects an invalid one. */
export function createFakeSms(): FakeSms {
  const outbox: SmsMessage[] = [];
  return {
    outbox,
    can_deliver: async () => true,
    is_set_up: async () => true,
    is_failing: async () => false,
    is_down: async () => false,
    async send(message) {
      if (message.to.endsWith('0000')) throw new AdapterError('rejected', { reason: 'mobile_illegal' });
      outbox.push(message);
      return { id: `fake-${outbox.length}` };
    },
  };
}
