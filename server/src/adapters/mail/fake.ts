import { AdapterError } from '../../core/adapter-error.ts';
import type { Mailer, MailMessage } from './port.ts';

export type FakeMail = Mailer & { readonly outbox: MailMessage[] };

/** Records sent mail. Rejects addresses that begin with `refused`, as a server rejects an unknown mailbox. */
export function createFakeMail(): FakeMail {
  const outbox: MailMessage[] = [];
  return {
    outbox,
    is_set_up: async () => true,
    can_deliver: async () => true,
    is_failing: async () => false,
    is_down: async () => false,
    async send(message) {
      if (message.to.startsWith('refused')) throw new AdapterError('rejected', { reason: 'mailbox_unknown' });
      outbox.push(message);
      return { id: `fake-${outbox.length}` };
    },
  };
}
