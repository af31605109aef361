import { AdapterError } from '../../../core/adapter-error.ts';
import { accountOf } from '../../vendors/account.ts';
import type { ChatVendor, ChatVendorDeps, TokenCounts, VendorPiece } from '../vendor.ts';
import { callChat, type ChatAccount } from './call-chat.ts';
import { createStreamReader, type StreamEvent } from './stream-reader.ts';

/** No reply of a talk is this long; thinking counts, too. */
const maxBytes = 4 * 1024 * 1024;

const endOf = (reason: string): 'stop' | 'length' | 'blocked' =>
  reason === 'length' ? 'length' : reason === 'content_filter' ? 'blocked' : 'stop';

type Ending = {
  reason: string | null;
  tokens: TokenCounts | null;
  id: string;
  has_text: boolean;
  /** Nothing follows, although the connection may stay open. */
  is_over: boolean;
};

const broken = (reason: string, cause?: unknown): AdapterError => new AdapterError('bad_response', { reason, cause });

/** The piece of an event, if it is one; what it says of the end is kept. */
function pieceOf(event: StreamEvent, ending: Ending): VendorPiece | null {
  switch (event.type) {
    case 'text':
      ending.has_text = true;
      return { text: event.text };
    case 'reasoning':
      return { text: '' };
    case 'usage':
      ending.tokens = { tokens_in: event.tokens_in, tokens_out: event.tokens_out };
      return null;
    case 'finish':
      ending.reason = event.reason;
      ending.id = event.id;
      return null;
    case 'error':
      throw broken('error_inside', { code: event.code, message: event.message });
    case 'malformed':
      throw broken('malformed');
    case 'done':
      ending.is_over = true;
      return null;
  }
}

/** The events of one read after the other: one by one, each of them would pass through promises of its own. */
async function* readEvents(response: Response): AsyncGenerator<StreamEvent[]> {
  const reader = createStreamReader();
  let size = 0;
  for await (const bytes of response.body ?? []) {
    size += bytes.byteLength;
    if (size > maxBytes) throw broken('too_long');
    yield reader.read(bytes);
  }
  yield reader.end();
}

/** A reply that came to its end: the service said why it ended, and that nothing follows or closed the connection. */
function lastPiece({ reason, tokens, id, has_text }: Ending): VendorPiece {
  if (reason === null) throw broken('cut');
  const end = endOf(reason);
  if (!has_text && end !== 'blocked') throw broken('empty');
  return { end, tokens, id };
}

/** A chat service with the interface that OpenAI introduced and most others have. */
export function createCompatibleChat(
  { name, ...account }: ChatAccount & { name: string },
  deps: ChatVendorDeps,
): ChatVendor {
  return {
    name,
    model: account.model,
    account: accountOf([name, account.base, account.key, account.model]),
    async *stream(prompt, signal) {
      const ending: Ending = { reason: null, tokens: null, id: '', has_text: false, is_over: false };
      const response = await callChat(account, { prompt, signal }, deps);
      try {
        for await (const events of readEvents(response)) {
          for (const event of events) {
            if (ending.is_over) break;
            const piece = pieceOf(event, ending);
            if (piece) yield piece;
          }
          if (ending.is_over) break;
        }
      } catch (error) {
        if (error instanceof AdapterError || signal.aborted) throw error;
        throw broken('cut', error);
      }
      yield lastPiece(ending);
    },
  };
}
