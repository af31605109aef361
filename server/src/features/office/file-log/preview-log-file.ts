import type { LogLine } from '@kaike/shared/contracts/office/file-log';
import type * as fileLog from '@kaike/shared/contracts/office/file-log';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { openListed } from './log-files.ts';
import { maskLine } from './mask-line.ts';
import { scanBackwards } from './scan-backwards.ts';
import type { AdminCallOf } from '../../../core/call.ts';

const linesAtOnce = 200;
const levels: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function describe(text: string): Omit<LogLine, 'offset'> {
  const parsed = parse(text);
  if (!parsed) return { time: null, level: '', message: text, details: '' };
  const { time, level, msg, pid: _pid, ...rest } = parsed;
  return {
    time: typeof time === 'string' ? time : null,
    level: levels[Number(level)] ?? '',
    message: typeof msg === 'string' ? msg : '',
    details: Object.keys(rest).length > 0 ? JSON.stringify(rest, null, 2) : '',
  };
}

/** Lines of a log file backwards from its end or from a byte offset, with secrets masked. Masked text cannot be searched for. */
export async function previewLogFile(
  call: AdminCallOf<typeof fileLog.previewLogFile>,
): Promise<ResponseOf<typeof fileLog.previewLogFile>> {
  const query = call.query;
  const { file, size, name } = await openListed(call, query.name);
  const search = (query.search ?? '').toLowerCase();
  const keep = (text: string): boolean => {
    const masked = maskLine(text);
    return masked.toLowerCase().includes(search) && (!query.level || describe(masked).level === query.level);
  };
  try {
    const before = Math.min(size, Math.max(0, query.before ?? size));
    const { lines, next_before } = await scanBackwards(file, { before, limit: linesAtOnce, keep });
    return {
      name,
      size,
      next_before,
      lines: lines.map(({ offset, text }) => ({ offset, ...describe(maskLine(text)) })),
    };
  } finally {
    await file.close();
  }
}
