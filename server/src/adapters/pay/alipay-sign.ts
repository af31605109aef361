import type { KeyObject } from 'node:crypto';
import { isSignedRsa, signRsa } from './rsa.ts';

export type AlipayParams = Readonly<Record<string, string>>;

/** The text parameters are signed over: sorted by name, as they are, without those left out. */
export function stringToSign(params: AlipayParams, left_out: readonly string[]): string {
  return Object.keys(params)
    .filter((key) => !left_out.includes(key))
    .toSorted()
    .map((key) => `${key}=${params[key] ?? ''}`)
    .join('&');
}

/** The parameters of a request with their signature; empty ones do not go along. `sign_type` is signed, too. */
export function signParams(key: KeyObject, params: AlipayParams): Record<string, string> {
  const given = Object.fromEntries(Object.entries(params).filter(([name, value]) => value !== '' && name !== 'sign'));
  return { ...given, sign: signRsa(key, stringToSign(given, [])) };
}

/** Whether Alipay has signed what it sends us. `sign_type` is left out, or by some of its products left in. */
export function isFromAlipay(key: KeyObject, params: AlipayParams): boolean {
  const { sign = '', sign_type: signType } = params;
  if (sign === '' || (signType !== undefined && signType !== 'RSA2')) return false;
  return (
    isSignedRsa(key, stringToSign(params, ['sign', 'sign_type']), sign) ||
    isSignedRsa(key, stringToSign(params, ['sign']), sign)
  );
}

/** The text of an answer that is signed: the object of that name, from its first brace to the one that matches. Null when there is none. */
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

/** Fen as the text of yuan that Alipay takes. */
export function toYuan(fen: number): string {
  return `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
}

/** Yuan as Alipay writes them in fen; null for any other text. */
export function toFen(yuan: string): number | null {
  const parts = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(yuan);
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) : null;
}
