import { defaultWebUrl } from '@kaike/shared/domain/constants';
import type { ResponseOf, BodyOf, Contract, Method, QueryOf } from '@kaike/shared/kit/contract';
import type { Fields } from '@kaike/shared/kit/field';
import { ApiError, type ErrorBody } from './api-error.ts';
import { csrfToken, forgetCsrfToken } from './csrf.ts';
import { consumeEarlyResponse } from './early-answers.ts';
import { plainHeaders } from './plain-headers.ts';
import { handleResponse, handleError, isExpiredToken, canRetry } from './response.ts';

type Json = Record<string, unknown>;
export type RequestOptions = {
  body?: unknown;
  query?: Json | URLSearchParams | undefined;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
  timeout_ms?: number;
  /** The caller reports errors itself, unless the session has ended. */
  quiet?: boolean;
  /** The page shows a failure in the place of its content, and needs no notice beside it. */
  in_place?: boolean;
  /** The caller follows the response's redirect itself. */
  keeps_redirect?: boolean;
  /** The caller reports success itself. */
  keeps_alert?: boolean;
};

const defaultTimeoutMs = 30_000;
let base = defaultWebUrl;

/** Sets the API base named by the client config. */
export function setApiBase(url: string): void {
  base = url;
}

/** The API base in use. */
export const apiBase = (): string => base;

/** The query of a request, with the parameters every request carries. */
export function searchOf(query: RequestOptions['query']): string {
  const params = query instanceof URLSearchParams ? new URLSearchParams(query) : new URLSearchParams();
  if (query && !(query instanceof URLSearchParams)) {
    for (const [key, value] of Object.entries(query)) {
      if (value === undefined || value === null || value === '') continue;
      if (Array.isArray(value)) for (const item of value) params.append(key, String(item));
      else params.append(key, String(value));
    }
  }
  params.set('json', '1');
  return params.toString();
}

let accountId: () => number | null = () => null;

/** Sets how the account of this page is found: what it asks for is refused once another account is logged in. */
export function setAccount(find: () => number | null): void {
  accountId = find;
}

/** The headers every request carries. */
export async function headersFor(
  method: string,
  options: Pick<RequestOptions, 'headers' | 'body'>,
): Promise<Record<string, string>> {
  const headers: Record<string, string> = { ...plainHeaders(), ...options.headers };
  const account = accountId();
  if (account !== null) headers['X-Account'] = String(account);
  if (method !== 'GET') headers['X-CSRF-TOKEN'] = await csrfToken(base);
  if (options.body !== undefined && !(options.body instanceof FormData)) headers['Content-Type'] = 'application/json';
  return headers;
}

function bodyOf(body: unknown): BodyInit | null {
  if (body === undefined) return null;
  return body instanceof FormData ? body : JSON.stringify(body);
}

async function send(method: Method, path: string, options: RequestOptions): Promise<Response> {
  const url = `${base}${path}?${searchOf(options.query)}`;
  const early = await consumeEarlyResponse(method, url);
  if (early) return early;
  const abort = new AbortController();
  const timer = setTimeout(
    () => abort.abort(new DOMException('timeout', 'TimeoutError')),
    options.timeout_ms ?? defaultTimeoutMs,
  );
  const cancel = (): void => abort.abort(options.signal?.reason);
  if (options.signal?.aborted) cancel();
  options.signal?.addEventListener('abort', cancel);
  try {
    return await fetch(url, {
      method,
      headers: await headersFor(method, options),
      body: bodyOf(options.body),
      credentials: 'same-origin',
      signal: abort.signal,
    });
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', cancel);
  }
}

async function readBody(response: Response): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.includes('json');
  return isJson ? response.json().catch(() => ({})) : {};
}

/** Sends a request and returns its JSON, after applying the error table of the specification; throws ApiError. */
export async function request(
  method: Method,
  path: string,
  options: RequestOptions = {},
  retried = false,
): Promise<unknown> {
  const sentMs = performance.now();
  let response: Response;
  try {
    response = await send(method, path, options);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    const failure = new ApiError(0, { code: 'network' });
    if (!options.quiet) handleError(failure, options);
    throw failure;
  }
  const body = await readBody(response);
  if (response.ok) {
    handleResponse(body as ErrorBody, options);
    return body;
  }
  const failure = new ApiError(response.status, body as ErrorBody);
  failure.retry_after = Number(response.headers.get('retry-after')) || null;
  if (isExpiredToken(failure)) {
    forgetCsrfToken();
    // Retried once, silently; a second refusal is reported.
    if (!retried) return request(method, path, options, true);
  }
  if (await canRetry(failure, sentMs)) return request(method, path, options, retried);
  // An ended session or another account is always handled here: no page can report it.
  if (!options.quiet || failure.status === 401 || failure.code === 'auth.account_changed')
    handleError(failure, options);
  throw failure;
}

type CallOptions<C> = {
  body?: C extends Contract<Fields, Fields, unknown> ? Partial<BodyOf<C>> : never;
  query?: C extends Contract<Fields, Fields, unknown> ? Partial<QueryOf<C>> : never;
  params?: Record<string, string | number>;
} & Omit<RequestOptions, 'body' | 'query'>;

/** The fields of a body that the contract allows: forms hold more than they send, and the server refuses unknown fields. A contract without fields allows all. */
export function pickContractFields({ body: fields }: Contract<Fields, Fields, unknown>, body: object): object {
  return Object.keys(fields).length === 0
    ? body
    : Object.fromEntries(Object.entries(body).filter(([key]) => key in fields));
}

/** Calls an endpoint by its contract. */
export async function call<C extends Contract<Fields, Fields, unknown>>(
  contract: C,
  { params, body, query, ...options }: CallOptions<C> = {},
): Promise<ResponseOf<C>> {
  const path = contract.path.replace(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(String(params?.[name] ?? '')),
  );
  const hasBody = contract.method !== 'GET';
  return (await request(contract.method, path, {
    ...options,
    ...(hasBody ? { body: pickContractFields(contract, body ?? {}) } : {}),
    query: query as Json | undefined,
  })) as ResponseOf<C>;
}
