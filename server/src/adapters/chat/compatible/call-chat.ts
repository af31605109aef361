import { callCompatible, type CompatibleAccount } from '../../compatible/call-compatible.ts';
import type { ChatRequest, ChatVendorDeps } from '../vendor.ts';

export type ChatAccount = CompatibleAccount & {
  model: string;
  /** What the service calls the longest reply. */
  limit_name: 'max_tokens' | 'max_completion_tokens';
};

/** Asks for a reply. Resolves to the beginning of its stream. */
export const callChat = (
  account: ChatAccount,
  { prompt, signal }: { prompt: ChatRequest; signal: AbortSignal },
  deps: ChatVendorDeps,
): Promise<Response> =>
  callCompatible(
    account,
    {
      path: '/chat/completions',
      headers: { Accept: 'text/event-stream', 'Content-Type': 'application/json' },
      body: JSON.stringify({
        model: prompt.model || account.model,
        messages: prompt.messages,
        stream: true,
        stream_options: { include_usage: true },
        temperature: prompt.temperature,
        [account.limit_name]: prompt.max_tokens,
      }),
      accepts: { type: /^text\/event-stream/, reason: 'no_stream' },
      signal,
    },
    deps,
  );
