import type { Mailer } from './port.ts';
import type { SmtpConfig, SmtpDeps } from './smtp.ts';

type Deps = SmtpDeps & {
  local: Mailer;
  /** The administrator's settings; null while mail stays in the outbox. */
  readConfig: () => Promise<SmtpConfig | null>;
};

/** Sends through the server in the settings, and picks up changes at once. */
export function createChosenMail({ local, readConfig, log }: Deps): Mailer {
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
      const config = await readConfig();
      return config ? config.host !== '' && config.from !== '' : local.can_deliver();
    },
    async send(message) {
      const config = await readConfig();
      return (config ? await mailerOf(config) : local).send(message);
    },
  };
}
