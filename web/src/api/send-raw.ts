import type { Method } from '@kaike/shared/kit/contract';
import { apiBase, headersFor, type RequestOptions } from './client.ts';
import { forgetCsrfToken } from './csrf.ts';

/** Sends a request whose response is a file, for the caller to read; an expired CSRF token is renewed once, silently. */
export async function sendRaw(
  method: Method,
  path: string,
  { body, headers, signal }: Pick<RequestOptions, 'body' | 'headers' | 'signal'>,
): Promise<Response> {
  const send = async (): Promise<Response> =>
    fetch(apiBase() + path, {
      method,
      credentials: 'same-origin',
      headers: await headersFor(method, { body, ...(headers ? { headers } : {}) }),
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  const answer = await send();
  if (answer.status !== 419) return answer;
  forgetCsrfToken();
  return send();
}
