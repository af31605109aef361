import type { WorkbookProblem } from './workbook.ts';

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((value, index) => bytes[index] === value);
/** Entries of a compound file are named in UTF-16. */
const wide = (text: string): Uint8Array => Uint8Array.from([...text].flatMap((sign) => [sign.charCodeAt(0), 0]));

function includes(bytes: Uint8Array, part: Uint8Array): boolean {
  for (let at = bytes.indexOf(part[0] ?? 0); at >= 0; at = bytes.indexOf(part[0] ?? 0, at + 1))
    if (part.every((value, index) => bytes[at + index] === value)) return true;
  return false;
}

/** Text has no control characters but tabs and ends of lines, in whatever encoding of letters. */
const isText = (bytes: Uint8Array): boolean =>
  bytes.every((value) => value >= 0x20 || value === 0x09 || value === 0x0a || value === 0x0d);

const encrypted = wide('EncryptedPackage');
const lookedAt = 4096;

/** What is wrong with a file that is no archive, by its content; null where it may be one. */
export function problemOfKind(bytes: Uint8Array): WorkbookProblem | null {
  if (bytes.length === 0) return 'empty_file';
  if (startsWith(bytes, 0x50, 0x4b)) return null;
  // A workbook with a password is a compound file as the old format is.
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return includes(bytes, encrypted) ? 'protected' : 'old_format';
  const start = bytes.subarray(0, lookedAt);
  const isWide = startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff);
  const text = new TextDecoder(isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(start);
  if (/^\s*<(?:!doctype|html|head|meta|table|\?xml|!--)/i.test(text)) return 'web_page';
  return isWide || isText(start) ? 'text_file' : 'no_workbook';
}
