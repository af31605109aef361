import { Readable } from 'node:stream';
import { AdapterError } from '../../core/adapter-error.ts';
import type { VendorClientDeps } from '../http-client/vendor-clients.ts';
import { collectUpTo } from '../collect-up-to.ts';

export type VendorCall = VendorClientDeps & {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: Uint8Array | FormData | string;
  /** Tried once more after a network failure, 429 or 5xx; only for calls that may be repeated. */
  is_safe: boolean;
  /** For the whole call; of a download, for each stretch without progress. */
  timeout_ms: number;
};

export type VendorReply = { status: number; header: (name: string) => string; text: string };
export type VendorStream = Pick<VendorReply, 'status' | 'header'> & { body: Readable };

/** How long a vendor may take. */
export type Timeouts = { answer_ms: number; stalled_ms: number; transfer_ms: number };
export const timeouts: Timeouts = { answer_ms: 10_000, stalled_ms: 30_000, transfer_ms: 300_000 };

export type VendorDeps = { clock: () => Date } & Partial<Timeouts> & VendorClientDeps;

const maxTextBytes = 1024 * 1024;
const pauseMs = 300;

const failed = (error: unknown): AdapterError => {
  if (error instanceof AdapterError) return error;
  const isTimeout = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  return new AdapterError('unavailable', { reason: isTimeout ? 'timeout' : 'network', cause: error });
};

const request = ({ method, url, headers, body, ...line }: VendorCall, signal: AbortSignal): Promise<Response> =>
  (line.fetch ?? fetch)(url, {
    method,
    redirect: 'error',
    signal,
    headers: { 'User-Agent': 'kaike', ...headers },
    ...(body === undefined ? {} : { body: body as NonNullable<RequestInit['body']> }),
  });

async function readText(response: Response): Promise<string> {
  const bytes = await collectUpTo(maxTextBytes, response.body);
  if (!bytes) throw new AdapterError('bad_response', { reason: 'too_long' });
  return new TextDecoder().decode(bytes);
}

async function callOnce(call: VendorCall): Promise<VendorReply> {
  try {
    const response = await request(call, AbortSignal.timeout(call.timeout_ms));
    const text = await readText(response);
    return { status: response.status, header: (name) => response.headers.get(name) ?? '', text };
  } catch (error) {
    throw failed(error);
  }
}

const isPassing = (status: number): boolean => status === 429 || status >= 500;

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, pauseMs * (1 + Math.random()));
  });

/** Calls a storage vendor; its refusals are replies, its silence is `unavailable`. */
export async function callVendor(call: VendorCall): Promise<VendorReply> {
  if (!call.is_safe) return callOnce(call);
  const first = await callOnce(call).catch((error: unknown) => {
    if (error instanceof AdapterError && error.code === 'unavailable' && error.reason === 'network') return null;
    throw error;
  });
  if (first !== null && !isPassing(first.status)) return first;
  await pause();
  return callOnce(call);
}

/** Passes bytes on as long as they keep coming; a body that breaks off is an error, never a shorter file. */
async function* flow(response: Response, controller: AbortController, timer: { refresh: () => void }) {
  try {
    for await (const chunk of response.body ?? []) {
      timer.refresh();
      yield chunk;
    }
  } catch (error) {
    throw failed(error);
  } finally {
    controller.abort();
  }
}

async function openOnce(call: VendorCall): Promise<VendorStream> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), call.timeout_ms);
  controller.signal.addEventListener('abort', () => clearTimeout(timer));
  try {
    const response = await request(call, controller.signal);
    const body = Readable.from(flow(response, controller, timer), { objectMode: false });
    return { status: response.status, header: (name) => response.headers.get(name) ?? '', body };
  } catch (error) {
    controller.abort();
    throw failed(error);
  }
}

/** Opens a download, once more after a failure that may pass. */
export async function openVendor(call: VendorCall): Promise<VendorStream> {
  const first = await openOnce(call).catch((error: unknown) => {
    if (error instanceof AdapterError && error.reason === 'paused') throw error;
    return null;
  });
  if (first !== null && !isPassing(first.status)) return first;
  first?.body.destroy();
  await pause();
  return openOnce(call);
}
