import { AdapterError } from './adapter-error.ts';

export type Question = {
  method: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  /** The exact bytes sent, as some services sign them. */
  body?: string;
  /** Milliseconds for the whole call. */
  timeout_ms: number;
  /** Asked up to twice more after a network failure, 429 or 5xx; only for what may be repeated. */
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

async function askOnce({ method, url, headers, body, timeout_ms: timeoutMs }: Question): Promise<Reply> {
  try {
    const response = await fetch(url, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'User-Agent': 'kaike', Accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await readText(response);
    return { status: response.status, header: (name) => response.headers.get(name) ?? '', text };
  } catch (error) {
    if (error instanceof AdapterError) throw error;
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw new AdapterError('unavailable', { reason: isLate ? 'timeout' : 'network', cause: error });
  }
}

const isBusy = (status: number): boolean => status === 429 || status >= 500;
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms * (1 + Math.random() / 4));
  });

/** Asks another service over HTTP and gives its answer whatever its status; fails as `unavailable` when none came in time. */
export async function askService(question: Question): Promise<Reply> {
  for (const ms of question.is_safe ? pausesMs : []) {
    const reply = await askOnce(question).catch((error: unknown) => {
      if (error instanceof AdapterError && error.reason === 'network') return null;
      throw error;
    });
    if (reply && !isBusy(reply.status)) return reply;
    await pause(ms);
  }
  return askOnce(question);
}

/** The object a JSON text holds; an empty one for anything else. */
export function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

/** A member of an answer as text; empty when it is none. Numbers become their digits. */
export function textOf(object: Record<string, unknown>, key: string): string {
  const value = object[key];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** A member of an answer that is an object itself; an empty one when it is none. */
export function objectOf(object: Record<string, unknown>, key: string): Record<string, unknown> {
  const value = object[key];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
