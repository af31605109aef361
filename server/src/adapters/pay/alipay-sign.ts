import type { KeyObject } from 'node:crypto';
import { parse } from 'node:querystring';
import { isSignedRsa, signRsa } from './rsa.ts';

export type AlipayParams = Readonly<Record<string, string>>;

/** The string to sign: parameters sorted by name, values unencoded, without the excluded ones. */
export function stringToSign(params: AlipayParams, excluded: readonly string[]): string {
  return Object.keys(params)
    .filter((key) => !excluded.includes(key))
    .toSorted()
    .map((key) => `${key}=${params[key] ?? ''}`)
    .join('&');
}

/** The parameters of a request with their signature; empty ones are omitted. `sign_type` is signed, too. */
export function signParams(key: KeyObject, params: AlipayParams): Record<string, string> {
  const unsigned = Object.fromEntries(
    Object.entries(params).filter(([name, value]) => value !== '' && name !== 'sign'),
  );
  return { ...unsigned, sign: signRsa(key, stringToSign(unsigned, [])) };
}

/**
 * Whether Alipay signed the parameters. Most of its products exclude `sign_type`, some include it. `encoding` says what the
 * characters of the parameters stand for: text, or with `latin1` one byte each.
 */
export function isFromAlipay(key: KeyObject, params: AlipayParams, encoding: 'utf8' | 'latin1' = 'utf8'): boolean {
  const { sign = '', sign_type } = params;
  if (sign === '' || (sign_type !== undefined && sign_type !== 'RSA2')) return false;
  return [['sign', 'sign_type'], ['sign']].some((excluded) =>
    isSignedRsa(key, Buffer.from(stringToSign(params, excluded), encoding), sign),
  );
}

/** The fields of a posted form with one character for each byte, whatever character set they are in. */
export function parseFormBytes(body: Buffer): Record<string, string> {
  const bytesOf = (part: string): string =>
    part.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  const fields = parse(body.toString('latin1'), '&', '=', { decodeURIComponent: bytesOf });
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value].flat().at(-1) ?? '']));
}

/** The signed part of a response: the text of the object with that name, from its first brace to the matching one. Null when there is none. */
export function signedPart(text: string, name: string): string | null {
  const start = text.indexOf('{', text.indexOf(`"${name}"`) + name.length);
  if (!text.includes(`"${name}"`) || start < 0) return null;
  let [depth, isQuoted] = [0, false];
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === '{') depth += 1;
    else if (!isQuoted && character === '}' && (depth -= 1) === 0) return text.slice(start, at + 1);
  }
  return null;
}

/** Fen as yuan text, Alipay's format. */
export function toYuan(fen: number): string {
  return `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
}

/** Alipay's yuan text as fen; null for any other text. */
export function toFen(yuan: string): number | null {
  const parts = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(yuan);
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) : null;
}
