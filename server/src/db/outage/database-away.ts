import { DatabaseError } from 'pg';
import { DatabaseAwayError } from './watch-database.ts';

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
  'timeout expired',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
];

const isOfDriver = (error: Error & { syscall?: unknown }): boolean =>
  error.syscall === undefined || ['connect', 'read', 'write', 'getaddrinfo'].includes(String(error.syscall));

/** Whether a statement failed because the database cannot be reached at the moment, whatever the statement was. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseAwayError) return true;
  const code = 'code' in error ? String(error.code) : '';
  return (
    code.startsWith('08') ||
    (codes.has(code) && isOfDriver(error)) ||
    messages.some((message) => error.message.startsWith(message))
  );
}

const diskFull = '53100';
/** Of the file system, and of a quota on it. */
const fullDisks = ['ENOSPC', 'EDQUOT'];
/** Where PostgreSQL reports a failed file operation without naming its cause. */
const ioError = '58030';

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/** Whether something was not saved because a disk is full, the database's or our own. */
export const isOutOfSpace = (error: unknown): boolean =>
  error instanceof Error &&
  (codeOf(error) === diskFull ||
    fullDisks.includes(codeOf(error)) ||
    (codeOf(error) === ioError && /no space left/i.test(error.message)));

/** Out of memory, out of a configured resource; cancelled after its time; a lock not given; given up for another transaction. */
const busyCodes = ['53000', '53200', '53400', '57014', '55P03', '40001', '40P01'];

/** Whether the database could not do it at the moment though it answers: nothing was changed, and later it may succeed. */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof DatabaseError && busyCodes.includes(error.code ?? '');
