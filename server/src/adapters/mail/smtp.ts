import { createTransport } from 'nodemailer';
import { AdapterError, type AdapterErrorCode } from '../adapter-error.ts';
import type { Mailer } from './port.ts';

export type SmtpConfig = {
  host: string;
  port: number;
  /** Empty when the server asks for no login. */
  user: string;
  password: string;
  /** Address, or `Name <address>`. */
  from: string;
};

export type SmtpDeps = { log: { info: (fields: object, message: string) => void } };

const limitMs = 10_000;
/** The port on which TLS begins at once; on others the server is asked for it. */
const tlsPort = 465;

type Failure = { code?: unknown; responseCode?: unknown };

const byCode: Record<string, AdapterErrorCode> = { EAUTH: 'unauthorized', EENVELOPE: 'rejected', EMESSAGE: 'rejected' };

function asAdapterError(cause: unknown): AdapterError {
  const { code, responseCode } = (typeof cause === 'object' && cause !== null ? cause : {}) as Failure;
  const known = typeof code === 'string' ? byCode[code] : undefined;
  // 4xx of SMTP means "later": greylisting, too many mails, a full box.
  const isLater = typeof responseCode === 'number' && responseCode >= 400 && responseCode < 500;
  return new AdapterError(isLater ? 'rate_limited' : (known ?? 'unavailable'), {
    cause,
    reason: `smtp_${String(responseCode ?? code ?? 'error')}`,
  });
}

/** Sends mail through an SMTP server. */
export function createSmtpMail({ host, port, user, password, from }: SmtpConfig, { log }: SmtpDeps): Mailer {
  if (host === '' || from === '') throw new AdapterError('config_invalid', { reason: 'mail' });
  const transport = createTransport({
    host,
    port,
    secure: port === tlsPort,
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    ...(user === '' ? {} : { auth: { user, pass: password } }),
  });
  return {
    can_deliver: async () => true,
    async send({ to, subject, text }) {
      try {
        const { messageId } = await transport.sendMail({ from, to, subject, text });
        log.info({ id: messageId }, 'mail handed to the server');
        return { id: messageId };
      } catch (cause) {
        throw asAdapterError(cause);
      }
    },
  };
}
