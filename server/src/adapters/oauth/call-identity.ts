import { AdapterError } from '../../core/adapter-error.ts';
import type { VendorClientDeps } from '../http-client/vendor-clients.ts';
import { callService, parseObject, textOf } from '../call-service.ts';

type IdentityCall = {
  method?: 'GET' | 'POST';
  url: string;
  query?: Record<string, string>;
  form?: Record<string, string>;
  headers?: Record<string, string>;
};

const timeoutMs = 5000;

/** Parses a service's response: JSON, JSON wrapped in a function call, or a query string, as older services send. */
export function parseResponse(text: string): Record<string, unknown> {
  const trimmed = text.trim();
  const wrapped = /^\w+\(\s*(\{[\s\S]*\})\s*\);?$/.exec(trimmed)?.[1];
  if (wrapped !== undefined || trimmed.startsWith('{')) return parseObject(wrapped ?? trimmed);
  return /^[\w.]+=/.test(trimmed) ? Object.fromEntries(new URLSearchParams(trimmed)) : {};
}

const withQuery = (url: string, query: Record<string, string> | undefined): string =>
  query ? `${url}?${new URLSearchParams(query).toString()}` : url;

/** The error in a response, which several services send with status 200; null when there is none. */
function errorOf(status: number, response: Record<string, unknown>): string | null {
  const code =
    textOf(response, 'error') ||
    textOf(response, 'error_code') ||
    textOf(response, 'errcode') ||
    textOf(response, 'ret');
  if (code !== '' && code !== '0') return code;
  return status >= 200 && status < 300 ? null : String(status);
}

/** Calls a service people sign in with; its errors become `rejected`, with the service's own error code as the reason. */
export async function callIdentity(
  { fetch }: VendorClientDeps,
  { method = 'GET', url, query, form, headers }: IdentityCall,
): Promise<Record<string, unknown>> {
  const reply = await callService({
    method,
    url: withQuery(url, query),
    timeout_ms: timeoutMs,
    fetch,
    ...(form ? { body: new URLSearchParams(form).toString() } : {}),
    headers: { ...(form ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}), ...headers },
  });
  const response = parseResponse(reply.text);
  const error = errorOf(reply.status, response);
  if (error !== null)
    throw new AdapterError(reply.status >= 500 ? 'unavailable' : 'rejected', { reason: error, status: reply.status });
  return response;
}

const maxAddressLength = 500;

function isPicture(text: string): boolean {
  if (text.length > maxAddressLength || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

/** A picture's address, from the first of the properties that has an acceptable one: https only, and of bounded length. */
export function pictureOf(response: Record<string, unknown>, ...keys: string[]): string | null {
  return keys.map((key) => textOf(response, key)).find(isPicture) ?? null;
}

/** A property that must be present. */
export function requiredText(response: Record<string, unknown>, key: string): string {
  const text = textOf(response, key);
  if (text === '') throw new AdapterError('bad_response', { reason: key });
  return text;
}
