import { AdapterError } from '../../core/adapter-error.ts';
import type { MailNotes, MailState } from './mail-notes.ts';
import type { Mailer } from './port.ts';
import type { SmtpConfig, SmtpDeps } from './smtp.ts';

type Deps = {
  local: Mailer;
  /** The server in the settings, none while its account is incomplete; null while mail stays in the outbox. */
  readServers: () => Promise<readonly SmtpConfig[] | null>;
  notes: MailNotes;
  clock: () => Date;
  log: SmtpDeps['log'] & { warn: (fields: object, message: string) => void };
};

/** How long a node knows what another one noted; every page asks. */
const knownMs = 10_000;

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
  let known: { key: string; until: number; state: MailState } | null = null;
  const stateOf = async (servers: readonly SmtpConfig[]): Promise<MailState> => {
    const key = JSON.stringify(servers);
    const now = clock().getTime();
    if (known?.key === key && now < known.until) return known.state;
    const state = await notes.read();
    known = { key, until: now + knownMs, state };
    return state;
  };
  /** A letter that was sent stays sent when its note fails. */
  const note = async (failure: AdapterError | null): Promise<void> => {
    try {
      await notes.note(failure);
    } catch (error) {
      log.warn({ err: error }, 'the result of a mail was not noted');
    }
    known = null;
  };
  return {
    async is_set_up() {
      const servers = await readServers();
      return servers ? servers.length > 0 : local.is_set_up();
    },
    async can_deliver() {
      const servers = await readServers();
      if (servers === null) return local.can_deliver();
      if (servers.length === 0) return false;
      const { is_failing: isFailing, has_worked: hasWorked } = await stateOf(servers);
      return hasWorked || !isFailing;
    },
    async is_failing() {
      const servers = await readServers();
      return servers !== null && servers.length > 0 && (await stateOf(servers)).is_failing;
    },
    async send(message) {
      const servers = await readServers();
      if (servers === null) return local.send(message);
      const [server] = servers;
      if (!server) throw new AdapterError('config_invalid', { reason: 'mail' });
      const mailer = await mailerOf(server);
      try {
        const result = await mailer.send(message);
        await note(null);
        return result;
      } catch (error) {
        if (error instanceof AdapterError) await note(error);
        throw error;
      }
    },
  };
}
