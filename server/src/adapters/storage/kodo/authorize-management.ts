import { signText, type KeyPair } from './upload-token.ts';

const formType = 'application/x-www-form-urlencoded';

/** The headers of a management call without a body, such as stat and delete. */
export function managementHeaders(method: 'GET' | 'POST', address: string, keys: KeyPair): Record<string, string> {
  const { pathname, search, host } = new URL(address);
  const text = `${method} ${pathname}${search}\nHost: ${host}\nContent-Type: ${formType}\n\n`;
  return { 'content-type': formType, authorization: `Qiniu ${keys.access_key}:${signText(text, keys.secret_key)}` };
}
