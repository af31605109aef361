import { AdapterError } from '../adapter-error.ts';
import type { Mailer, MailMessage } from './port.ts';

export type FakeMail = Mailer & { readonly sent: MailMessage[] };

/** Keeps what was sent. A name that begins with `refused` is refused, as a server refuses an unknown mailbox. */
export function createFakeMail(): FakeMail {
  const sent: MailMessage[] = [];
  return {
    sent,
    can_deliver: async () => true,
    async send(message) {
      if (message.to.startsWith('refused')) throw new AdapterError('rejected', { reason: 'mailbox_unknown' });
      sent.push(message);
      return { id: `fake-${sent.length}` };
    },
  };
}
