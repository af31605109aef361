/** Network errors, and those of a server that is starting, stopping, full or read-only. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '25006',
]);

/** Errors the driver throws without a code. */
const messages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
];

const isOfDriver = (error: Error & { syscall?: unknown }): boolean =>
  error.syscall === undefined || ['connect', 'read', 'write', 'getaddrinfo'].includes(String(error.syscall));

/** Whether a statement failed because the database cannot be reached at the moment, whatever the statement was. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    code.startsWith('08') ||
    (codes.has(code) && isOfDriver(error)) ||
    messages.some((message) => error.message.startsWith(message))
  );
}
