import { createTransport } from 'nodemailer';
import { AdapterError, type AdapterErrorCode } from '../../core/adapter-error.ts';
import type { Mailer } from './port.ts';

export type SmtpConfig = {
  host: string;
  port: number;
  /** Empty when the server requires no login. */
  user: string;
  password: string;
  /** Address, or `Name <address>`. */
  from: string;
};

export type SmtpDeps = { log: { info: (fields: object, message: string) => void } };

const timeoutMs = 10_000;
/** The port with implicit TLS; on others STARTTLS is used. */
const tlsPort = 465;

type Failure = { code?: unknown; responseCode?: unknown; command?: unknown };

const byCode: Record<string, AdapterErrorCode> = { EAUTH: 'unauthorized', EENVELOPE: 'rejected', EMESSAGE: 'rejected' };

function asAdapterError(cause: unknown): AdapterError {
  const { code, responseCode, command } = (typeof cause === 'object' && cause !== null ? cause : {}) as Failure;
  const mapped = typeof code === 'string' ? byCode[code] : undefined;
  // SMTP 4xx is temporary: greylisting, too many mails, a full mailbox.
  const isLater = typeof responseCode === 'number' && responseCode >= 400 && responseCode < 500;
  // The sender is a setting; other refusals of an envelope are about the receiver.
  const isSender = command === 'MAIL FROM';
  return new AdapterError(isLater ? 'rate_limited' : isSender ? 'config_invalid' : (mapped ?? 'unavailable'), {
    cause,
    reason: `smtp_${String(responseCode ?? code ?? 'error')}`,
  });
}

/** Sends mail through an SMTP server. */
export function createSmtpMail(
  { host, port, user, password, from }: SmtpConfig,
  { log }: SmtpDeps,
): Pick<Mailer, 'send'> {
  const transport = createTransport({
    host,
    port,
    secure: port === tlsPort,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    ...(user === '' ? {} : { auth: { user, pass: password } }),
  });
  return {
    async send({ to, subject, text, attachments = [] }) {
      try {
        const { messageId } = await transport.sendMail({
          from,
          to,
          subject,
          text,
          attachments: attachments.map(({ name, content }) => ({ filename: name, content })),
        });
        log.info({ id: messageId }, 'mail handed to the server');
        return { id: messageId };
      } catch (cause) {
        throw asAdapterError(cause);
      }
    },
  };
}
