import { setTimeout as pause } from 'node:timers/promises';
import { AdapterError } from '../../../core/adapter-error.ts';
import { objectOf, readObject, textOf } from '../../call-service.ts';
import type { ChatRequest, ChatVendorDeps } from '../vendor.ts';
import { readBase } from './read-base.ts';

export type ChatAccount = {
  base: string;
  /** Empty for a server of one's own that asks for none. */
  key: string;
  model: string;
  /** What the service calls the longest reply. */
  limit_name: 'max_tokens' | 'max_completion_tokens';
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
  return objectOf(readObject(text), 'error');
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
  const said = textOf(error, 'code') || textOf(error, 'type');
  // The service's own words go to the log; its code is shown, if it looks like one.
  const reason = /^[\w.-]{1,60}$/.test(said) ? said : `status_${response.status}`;
  const code = codes[response.status] ?? (response.status >= 500 ? 'unavailable' : 'rejected');
  return new AdapterError(code, { reason, cause: { status: response.status, message: textOf(error, 'message') } });
}

const isRetryable = ({ code, reason }: AdapterError): boolean =>
  (code === 'unavailable' && reason !== 'paused') || code === 'rate_limited';

async function callOnce(url: string, init: RequestInit, { fetch: send = fetch }: ChatVendorDeps): Promise<Response> {
  try {
    const response = await send(url, init);
    if (!response.ok) throw await refusalOf(response);
    if (!(response.headers.get('content-type') ?? '').startsWith('text/event-stream')) {
      await response.body?.cancel();
      throw new AdapterError('bad_response', { reason: 'no_stream' });
    }
    return response;
  } catch (error) {
    if (error instanceof AdapterError || init.signal?.aborted) throw error;
    throw new AdapterError('unavailable', { reason: 'network', cause: error });
  }
}

const requestOf = (account: ChatAccount, prompt: ChatRequest): RequestInit => ({
  method: 'POST',
  redirect: 'error',
  headers: {
    'User-Agent': 'kaike',
    Accept: 'text/event-stream',
    'Content-Type': 'application/json',
    ...(account.key === '' ? {} : { Authorization: `Bearer ${account.key}` }),
  },
  body: JSON.stringify({
    model: prompt.model || account.model,
    messages: prompt.messages,
    stream: true,
    stream_options: { include_usage: true },
    temperature: prompt.temperature,
    [account.limit_name]: prompt.max_tokens,
  }),
});

/** Asks for a reply, and once or twice more while the service is busy. Resolves to the beginning of its stream. */
export async function callChat(
  account: ChatAccount,
  { prompt, signal }: { prompt: ChatRequest; signal: AbortSignal },
  deps: ChatVendorDeps,
): Promise<Response> {
  const url = `${readBase(account.base)}/chat/completions`;
  const init = { ...requestOf(account, prompt), signal };
  const wait = deps.wait ?? ((ms: number) => pause(ms, undefined, { signal }));
  for (const ms of pausesMs) {
    try {
      return await callOnce(url, init, deps);
    } catch (error) {
      if (!(error instanceof AdapterError) || !isRetryable(error)) throw error;
      await wait(ms, signal);
    }
  }
  return callOnce(url, init, deps);
}
