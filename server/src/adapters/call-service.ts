import { AdapterError } from '../core/adapter-error.ts';
import type { VendorClientDeps } from './http-client/vendor-clients.ts';

export type ServiceCall = VendorClientDeps & {
  method: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  /** The exact bytes sent: some services require a signature over them. */
  body?: string;
  /** Milliseconds for the whole call. */
  timeout_ms: number;
  /** Retried up to twice after a network failure, 429 or 5xx; only for idempotent calls. */
  is_safe?: boolean;
};

export type Reply = { status: number; header: (name: string) => string; text: string };

const pausesMs = [200, 800];
const maxBytes = 1024 * 1024;

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > maxBytes) throw new AdapterError('bad_response', { reason: 'too_long' });
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

async function callOnce({ method, url, headers, body, timeout_ms, ...line }: ServiceCall): Promise<Reply> {
  try {
    const response = await (line.fetch ?? fetch)(url, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(timeout_ms),
      headers: { 'User-Agent': 'kaike', Accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await readText(response);
    return { status: response.status, header: (name) => response.headers.get(name) ?? '', text };
  } catch (error) {
    if (error instanceof AdapterError) throw error;
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    throw new AdapterError('unavailable', { reason: isTimeout ? 'timeout' : 'network', cause: error });
  }
}

/** Failures of the way to a service, before it can have received a request. */
const unsent = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Whether a call that failed certainly did nothing there; a connection that breaks off later leaves that open. */
export function wasNotSent(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if ('code' in one && typeof one.code === 'string' && unsent.has(one.code)) return true;
  return false;
}

/** Whether what was handed over may have arrived although the call failed: after a time-out or a connection that broke off. */
export function mayHaveArrived({ code, reason, cause }: AdapterError): boolean {
  return code === 'unavailable' && (reason === 'timeout' || (reason === 'network' && !wasNotSent(cause)));
}

const isRetryable = (status: number): boolean => status === 429 || status >= 500;
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms * (1 + Math.random() / 4));
  });

/** Calls another service over HTTP and returns its response whatever its status; throws `unavailable` when none arrives in time. */
export async function callService(call: ServiceCall): Promise<Reply> {
  for (const ms of call.is_safe ? pausesMs : []) {
    const reply = await callOnce(call).catch((error: unknown) => {
      if (error instanceof AdapterError && error.reason === 'network') return null;
      throw error;
    });
    if (reply && !isRetryable(reply.status)) return reply;
    await pause(ms);
  }
  return callOnce(call);
}

/** Parses a JSON object; returns an empty one for any other text. */
export function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

/** A property of a response as text; empty for any other type. Numbers become their digits. */
export function textOf(object: Record<string, unknown>, key: string): string {
  const value = object[key];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** A property of a response that is an object; an empty one for any other type. */
export function objectOf(object: Record<string, unknown>, key: string): Record<string, unknown> {
  const value = object[key];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
