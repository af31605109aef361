import { AdapterError } from '../../core/adapter-error.ts';
import type { Mailer } from './port.ts';
import type { SmtpConfig, SmtpDeps } from './smtp.ts';

type Deps = SmtpDeps & {
  local: Mailer;
  /** The server in the settings, none while its account is incomplete; null while mail stays in the outbox. */
  readServers: () => Promise<readonly SmtpConfig[] | null>;
};

/** Sends through the server in the settings, and picks up changes at once. */
export function createChosenMail({ local, readServers, log }: Deps): Mailer {
  let current: { key: string; mailer: Mailer } | null = null;
  const mailerOf = async (config: SmtpConfig): Promise<Mailer> => {
    const key = JSON.stringify(config);
    if (current?.key === key) return current.mailer;
    const { createSmtpMail } = await import('./smtp.ts');
    current = { key, mailer: createSmtpMail(config, { log }) };
    return current.mailer;
  };
  return {
    async can_deliver() {
      const servers = await readServers();
      return servers ? servers.length > 0 : local.can_deliver();
    },
    async send(message) {
      const servers = await readServers();
      if (servers === null) return local.send(message);
      const [server] = servers;
      if (!server) throw new AdapterError('config_invalid', { reason: 'mail' });
      return (await mailerOf(server)).send(message);
    },
  };
}
