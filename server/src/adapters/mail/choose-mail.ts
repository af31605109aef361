import { AdapterError } from '../../core/adapter-error.ts';
import { isOffered, watchDelivery, type DeliveryNotes } from '../http-client/delivery-notes.ts';
import type { Mailer } from './port.ts';
import type { SmtpConfig, SmtpDeps } from './smtp.ts';

type Deps = {
  local: Mailer;
  /** The server in the settings, none while its account is incomplete; null while mail stays in the outbox. */
  readServers: () => Promise<readonly SmtpConfig[] | null>;
  notes: DeliveryNotes;
  clock: () => Date;
  log: SmtpDeps['log'] & { warn: (fields: object, message: string) => void };
};

/** Sends through the server in the settings, and picks up changes at once. */
export function createChosenMail({ local, readServers, notes, clock, log }: Deps): Mailer {
  let current: { key: string; mailer: Pick<Mailer, 'send'> } | null = null;
  const mailerOf = async (config: SmtpConfig): Promise<Pick<Mailer, 'send'>> => {
    const key = JSON.stringify(config);
    if (current?.key === key) return current.mailer;
    const { createSmtpMail } = await import('./smtp.ts');
    current = { key, mailer: createSmtpMail(config, { log }) };
    return current.mailer;
  };
  const watch = watchDelivery({ notes, clock, log });
  return {
    async is_set_up() {
      const servers = await readServers();
      return servers ? servers.length > 0 : local.is_set_up();
    },
    async can_deliver() {
      const servers = await readServers();
      if (servers === null) return local.can_deliver();
      if (servers.length === 0) return false;
      return isOffered(await watch.read(JSON.stringify(servers)));
    },
    async is_failing() {
      const servers = await readServers();
      return servers !== null && servers.length > 0 && (await watch.read(JSON.stringify(servers))).is_failing;
    },
    async is_down() {
      const servers = await readServers();
      return servers !== null && servers.length > 0 && watch.isDown(JSON.stringify(servers));
    },
    async send(message) {
      const servers = await readServers();
      if (servers === null) return local.send(message);
      const [server] = servers;
      if (!server) throw new AdapterError('config_invalid', { reason: 'mail' });
      const mailer = await mailerOf(server);
      try {
        const result = await mailer.send(message);
        await watch.note(null);
        return result;
      } catch (error) {
        if (error instanceof AdapterError) await watch.note(error);
        throw error;
      }
    },
  };
}
