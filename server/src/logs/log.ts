import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config.ts';

/** Fields that must never be logged, wherever they are in the logged object. */
const SECRET_FIELDS = [
  'authorization',
  'Authorization',
  'cookie',
  '["set-cookie"]',
  'password',
  'password_confirmation',
  'password_hash',
  'old_password',
  'new_password',
  'token',
  'secret',
  'message_code',
  'id_card',
  'mobile_phone',
  'connectionString',
];
const redactPaths = SECRET_FIELDS.flatMap((field) => {
  const dotted = field.startsWith('[') ? field : `.${field}`;
  return [field, `*${dotted}`, `*.*${dotted}`];
});

const LEVELS = { local: 'warn', testing: 'warn', staging: 'info', production: 'info' } as const;

/** An error without what drivers attach to it: connections, and row values in `detail`. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const defaults = {
    name,
    message,
    stack,
    ...('code' in error ? { code: error.code } : {}),
    ...('constraint' in error ? { constraint: error.constraint } : {}),
  };
  return cause === undefined ? defaults : { ...defaults, cause: describeError(cause) };
}

/** Structured lines on standard output: from `info` in production and staging, only warnings elsewhere. A file gets everything from `info`. */
export function createLog(
  config: Pick<Config, 'env'>,
  destination: DestinationStream = pino.destination(1),
  file: DestinationStream | null = null,
): Logger {
  const level = LEVELS[config.env];
  return pino(
    {
      level: file ? 'info' : level,
      redact: { paths: redactPaths, censor: '[hidden]' },
      serializers: { err: describeError },
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    file
      ? pino.multistream([
          { level, stream: destination },
          { level: 'info', stream: file },
        ])
      : destination,
  );
}
