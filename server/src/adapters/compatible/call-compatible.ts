import { setTimeout as pause } from 'node:timers/promises';
import { AdapterError } from '../../core/adapter-error.ts';
import { objectOf, parseObject, textOf } from '../call-service.ts';
import type { VendorClientDeps } from '../http-client/vendor-clients.ts';
import { normalizeBase } from './normalize-base.ts';

/** An account at a service with the interface that OpenAI introduced. */
export type CompatibleAccount = {
  base: string;
  /** Empty for a server of one's own that asks for none. */
  key: string;
};

export type CompatibleDeps = {
  /** Waits before another try; tests need not. */
  wait?: ((ms: number, signal: AbortSignal) => Promise<unknown>) | undefined;
} & VendorClientDeps;

type CompatibleCall = {
  /** Below the base, such as `/chat/completions`. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: NonNullable<RequestInit['body']>;
  signal: AbortSignal;
  /** Whether a reply of this content type can be read, and the reason when it cannot. */
  accepts: { type: RegExp; reason: string };
  /** The service may have done its work when the connection was lost: it is not called again then. */
  is_paid_when_lost?: boolean;
};

const pausesMs = [200, 800];
const errorBytes = 16 * 1024;

/** The start of what a service says of its refusal. */
async function readRefusal(response: Response): Promise<Record<string, unknown>> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > errorBytes) break;
  }
  return objectOf(parseObject(text), 'error');
}

const codes: Readonly<Record<number, ConstructorParameters<typeof AdapterError>[0]>> = {
  401: 'unauthorized',
  402: 'quota_exhausted',
  403: 'unauthorized',
  404: 'config_invalid',
  429: 'rate_limited',
};

async function refusalOf(response: Response): Promise<AdapterError> {
  const error = await readRefusal(response).catch(() => ({}));
  const errorCode = textOf(error, 'code') || textOf(error, 'type');
  // The service's own words go to the log; its code is shown, if it looks like one.
  const reason = /^[\w.-]{1,60}$/.test(errorCode) ? errorCode : `status_${response.status}`;
  const code = codes[response.status] ?? (response.status >= 500 ? 'unavailable' : 'rejected');
  return new AdapterError(code, { reason, cause: { status: response.status, message: textOf(error, 'message') } });
}

const isRetryable = ({ code, reason }: AdapterError): boolean =>
  (code === 'unavailable' && reason !== 'paused') || code === 'rate_limited';

async function callOnce(
  url: string,
  init: RequestInit,
  { accepts, send }: Pick<CompatibleCall, 'accepts'> & { send: NonNullable<VendorClientDeps['fetch']> },
): Promise<Response> {
  try {
    const response = await send(url, init);
    if (!response.ok) throw await refusalOf(response);
    if (!accepts.type.test(response.headers.get('content-type') ?? '')) {
      await response.body?.cancel();
      throw new AdapterError('bad_response', { reason: accepts.reason });
    }
    return response;
  } catch (error) {
    if (error instanceof AdapterError || init.signal?.aborted) throw error;
    throw new AdapterError('unavailable', { reason: 'network', cause: error });
  }
}

/** Calls a service, and once or twice more while it is busy. Resolves to the beginning of its reply; the rest is the caller's to read. */
export async function callCompatible(
  { base, key }: CompatibleAccount,
  { path, headers, body, signal, accepts, is_paid_when_lost = false }: CompatibleCall,
  deps: CompatibleDeps,
): Promise<Response> {
  const url = `${normalizeBase(base)}${path}`;
  const init: RequestInit = {
    method: 'POST',
    redirect: 'error',
    headers: {
      'User-Agent': 'kaike',
      ...headers,
      ...(key === '' ? {} : { Authorization: `Bearer ${key}` }),
    },
    body,
    signal,
  };
  const once = (): Promise<Response> => callOnce(url, init, { accepts, send: deps.fetch ?? fetch });
  const wait = deps.wait ?? ((ms: number) => pause(ms, undefined, { signal }));
  for (const ms of pausesMs) {
    try {
      return await once();
    } catch (error) {
      if (!(error instanceof AdapterError) || !isRetryable(error)) throw error;
      if (is_paid_when_lost && error.reason === 'network') throw error;
      await wait(ms, signal);
    }
  }
  return once();
}
