import { isObjectKey } from './object-key.ts';
import type { SignedUrlCheck } from './port.ts';
import { isSameSignature, signText, type KeyPair } from './kodo/upload-token.ts';

/** Signs a URL by the private download scheme; `deadline` is in Unix seconds. */
export function signPrivateUrl(url: string, deadline: number, keys: KeyPair): string {
  const unsigned = `${url}${url.includes('?') ? '&' : '?'}e=${deadline}`;
  return `${unsigned}&token=${keys.access_key}:${signText(unsigned, keys.secret_key)}`;
}

/** The path of a key below the public path, with extra parameters to be covered by the signature. */
export function objectPath(publicPath: string, key: string, params: Record<string, string> = {}): string {
  const path = `${publicPath}/${key.split('/').map(encodeURIComponent).join('/')}`;
  const query = new URLSearchParams(params).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** Verifies the output of `signPrivateUrl(objectPath(…))`; everything before the token is covered, and nothing may follow it. */
export function verifyPrivateUrl(
  pathWithQuery: string,
  options: { public_path: string; keys: KeyPair; now_sec: number },
): SignedUrlCheck {
  const at = pathWithQuery.lastIndexOf('&token=');
  if (at < 0) return { ok: false, reason: 'unsigned' };
  const unsigned = pathWithQuery.slice(0, at);
  const expected = `${options.keys.access_key}:${signText(unsigned, options.keys.secret_key)}`;
  if (!isSameSignature(readToken(pathWithQuery.slice(at)), expected)) return { ok: false, reason: 'bad_signature' };
  return readSigned(unsigned, options);
}

/** Browsers leave `:` and `=` in a query, but proxies may escape them; both forms are the same token. */
function readToken(tail: string): string {
  return tail.slice('&token='.length).replaceAll('%3A', ':').replaceAll('%3D', '=');
}

function readSigned(unsigned: string, options: { public_path: string; now_sec: number }): SignedUrlCheck {
  const url = URL.parse(unsigned, 'http://local');
  if (url === null) return { ok: false, reason: 'bad_key' };
  const { e, ...params } = Object.fromEntries(url.searchParams);
  if (!(Number(e) > options.now_sec)) return { ok: false, reason: 'expired' };
  const prefix = `${options.public_path}/`;
  const key = decodeURIComponent(url.pathname.slice(prefix.length));
  if (!url.pathname.startsWith(prefix) || !isObjectKey(key)) return { ok: false, reason: 'bad_key' };
  return { ok: true, key, params };
}
