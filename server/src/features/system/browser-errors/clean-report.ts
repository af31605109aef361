import { createHash } from 'node:crypto';
import type * as browserErrors from '@kaike/shared/contracts/system/browser-errors';
import type { BodyOf } from '@kaike/shared/kit/contract';
import { maskLine } from '../../office/file-log/public.ts';

/** What is stored of a report. */
export type CleanReport = { kind: string; message: string; stack: string; path: string; release: string };

const longest = { message: 300, frame: 200, segments: 8 };
const frames = 8;

/** Control characters and those that turn the direction of a line. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Without secrets, numbers that identify somebody, and what an address carries besides its path. */
const nameless = (text: string): string =>
  maskLine(plain(text))
    .replace(/\b(?:https?|blob|file):\/\/[^/\s)]*/g, '')
    .replace(/[?#][^\s):]*/g, '')
    .replace(/\d{4,}/g, '#');

/** Segments of our own addresses are words; whatever else is in one, such as an id or a token, is taken out. */
function pagePath(path: string): string {
  const [address = ''] = path.split(/[?#]/);
  const segments = address.split('/').filter(Boolean).slice(0, longest.segments);
  return `/${segments.map((part) => (/^[a-z]+(?:-[a-z]+)*$/.test(part) && part.length <= 24 ? part : ':id')).join('/')}`;
}

/** The report without anything that could name a person. */
export function cleanReport({
  kind,
  message,
  stack,
  path,
  release,
}: BodyOf<typeof browserErrors.reportBrowserError>): CleanReport {
  const lines = (stack ?? '')
    .split('\n')
    .filter((line) => /:\d+:\d+\)?\s*$/.test(line))
    .slice(0, frames);
  return {
    kind,
    message: nameless(message).slice(0, longest.message),
    stack: lines.map((line) => nameless(line).slice(0, longest.frame)).join('\n'),
    path: pagePath(path),
    release: /^[\w.-]+$/.test(release ?? '') ? (release ?? '') : '',
  };
}

/** The same for every time an error happens: whoever it happens to, on whichever page, in whichever release. */
export function fingerprintOf({ kind, message, stack }: CleanReport): Buffer {
  const [frame = ''] = stack.split('\n');
  // Names of files change with every release, positions with every change.
  const place = frame.replace(/\S+/g, (word) => (word.includes('/') ? '' : word));
  const text = [kind, message, place].map((part) => part.replace(/\d+/g, '#')).join('\n');
  return createHash('sha256').update(text).digest();
}
