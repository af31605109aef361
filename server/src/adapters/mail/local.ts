import { maskEmail } from '@kaike/shared/domain/people/mask';
import type { SaveOutgoing } from '../outbox.ts';
import type { Mailer } from './port.ts';

export type LocalMailDeps = {
  save: SaveOutgoing;
  /** Whether a page shows the outbox. */
  is_shown: boolean;
  log: { info: (fields: object, message: string) => void };
};

/** Stores mail in the outbox instead of sending it. */
export function createLocalMail({ save, is_shown, log }: LocalMailDeps): Mailer {
  return {
    is_set_up: async () => is_shown,
    can_deliver: async () => is_shown,
    is_failing: async () => false,
    is_down: async () => false,
    async send({ to, subject, text, attachments = [] }) {
      const files = attachments.map(({ name, content }) => `\n[${name}, ${content.length} B]`).join('');
      const id = await save({ channel: 'mail', receiver: to, subject, body: text + files });
      log.info({ to: maskEmail(to), id }, 'mail stored in the outbox');
      return { id };
    },
  };
}
