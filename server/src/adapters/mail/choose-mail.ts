import type { Mailer } from './port.ts';
import { createSmtpMail, type SmtpConfig, type SmtpDeps } from './smtp.ts';

type Deps = SmtpDeps & {
  local: Mailer;
  /** What the administrator has set; null while mail stays in the outbox. */
  readConfig: () => Promise<SmtpConfig | null>;
};

/** Sends by the server the settings name, and by another one as soon as they change. */
export function createChosenMail({ local, readConfig, log }: Deps): Mailer {
  let current: { key: string; mailer: Mailer } | null = null;
  const mailerOf = (config: SmtpConfig): Mailer => {
    const key = JSON.stringify(config);
    if (current?.key !== key) current = { key, mailer: createSmtpMail(config, { log }) };
    return current.mailer;
  };
  return {
    async send(message) {
      const config = await readConfig();
      return (config ? mailerOf(config) : local).send(message);
    },
  };
}
