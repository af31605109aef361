import { AdapterError } from '../adapter-error.ts';
import { askService, readObject, textOf } from '../ask-service.ts';

type Ask = {
  method?: 'GET' | 'POST';
  url: string;
  query?: Record<string, string>;
  form?: Record<string, string>;
  headers?: Record<string, string>;
};

const timeoutMs = 5000;

/** What a service answered, as an object: JSON, JSON wrapped in a function call, or a query string, as the older of them send. */
export function readAnswer(text: string): Record<string, unknown> {
  const trimmed = text.trim();
  const wrapped = /^\w+\(\s*(\{[\s\S]*\})\s*\);?$/.exec(trimmed)?.[1];
  if (wrapped !== undefined || trimmed.startsWith('{')) return readObject(wrapped ?? trimmed);
  return /^[\w.]+=/.test(trimmed) ? Object.fromEntries(new URLSearchParams(trimmed)) : {};
}

const withQuery = (url: string, query: Record<string, string> | undefined): string =>
  query ? `${url}?${new URLSearchParams(query).toString()}` : url;

/** Whether the answer is a refusal, which several of them send with status 200. */
function refusalIn(status: number, answer: Record<string, unknown>): string | null {
  const named =
    textOf(answer, 'error') || textOf(answer, 'error_code') || textOf(answer, 'errcode') || textOf(answer, 'ret');
  if (named !== '' && named !== '0') return named;
  return status >= 200 && status < 300 ? null : String(status);
}

/** Asks a service people sign in with; a refusal is `rejected`, with the service's own word as its reason. */
export async function askIdentity({
  method = 'GET',
  url,
  query,
  form,
  headers,
}: Ask): Promise<Record<string, unknown>> {
  const reply = await askService({
    method,
    url: withQuery(url, query),
    timeout_ms: timeoutMs,
    ...(form ? { body: new URLSearchParams(form).toString() } : {}),
    headers: { ...(form ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}), ...headers },
  });
  const answer = readAnswer(reply.text);
  const refusal = refusalIn(reply.status, answer);
  if (refusal !== null)
    throw new AdapterError(reply.status >= 500 ? 'unavailable' : 'rejected', { reason: refusal, status: reply.status });
  return answer;
}

const longestAddress = 500;

function isPicture(text: string): boolean {
  if (text.length > longestAddress || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

/** The address of somebody's picture, from the first of the members that has one the product may keep: https alone, and of a bounded length. */
export function pictureOf(answer: Record<string, unknown>, ...keys: string[]): string | null {
  return keys.map((key) => textOf(answer, key)).find(isPicture) ?? null;
}

/** A member that has to be there. */
export function needed(answer: Record<string, unknown>, key: string): string {
  const text = textOf(answer, key);
  if (text === '') throw new AdapterError('bad_response', { reason: key });
  return text;
}
