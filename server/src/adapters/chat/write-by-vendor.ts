import { AdapterError } from '../../core/adapter-error.ts';
import { countTokens } from '@kaike/shared/domain/ai/count-tokens';
import type { ChatCause, ChatPiece } from './port.ts';
import type { ChatRequest, ChatVendor, TokenCounts } from './vendor.ts';
import type { BookUsage, BookedUsage } from '../http-client/book-usage.ts';
import { failureOf } from '../http-client/call-vendor.ts';
import type { VendorWatch } from '../http-client/watch-vendor.ts';

type Call = {
  vendor: ChatVendor;
  request: ChatRequest;
  purpose: Exclude<BookedUsage['purpose'], 'tts' | 'stt' | 'moderation'>;
  cause: ChatCause | null;
  signal: AbortSignal;
};

const failureOfStream = (error: unknown, signal: AbortSignal): string => {
  if (!signal.aborted) return failureOf(error);
  return signal.reason instanceof Error && signal.reason.name === 'TimeoutError' ? 'timeout' : 'left';
};

const isBillable = (failure: string | null, text: string): boolean =>
  failure === null || text !== '' || failure === 'left' || failure === 'timeout';

/** Streams a reply of a vendor, and books what was used of it however it ends: whole, broken off, or left by the reader. */
export async function* writeByVendor(
  { vendor, request, purpose, cause, signal }: Call,
  { watch, book }: { watch: VendorWatch; book: BookUsage },
): AsyncGenerator<ChatPiece, { id: string }> {
  const startedAt = performance.now();
  const since = (): number => Math.round(performance.now() - startedAt);
  let [text, id] = ['', ''];
  let first: number | null = null;
  let tokens: TokenCounts | null = null;
  // Until the end is known: who goes away in the middle never comes back to say so.
  let failure: string | null = 'left';
  try {
    for await (const piece of vendor.stream(request, signal)) {
      if (first === null) await watch.noteReached(vendor);
      first ??= since();
      if ('end' in piece) {
        ({ tokens, id } = piece);
        failure = null;
        yield { finish_reason: piece.end, translation: null };
      } else {
        text += piece.text;
        yield piece;
      }
    }
    return { id };
  } catch (error) {
    failure = failureOfStream(error, signal);
    // Who began to answer was there.
    if (first === null && failure !== 'left')
      await watch.noteFailed(
        vendor,
        failure === 'timeout' ? new AdapterError('unavailable', { reason: failure }) : error,
      );
    throw error;
  } finally {
    const used = isBillable(failure, text);
    const promptTokens = request.messages.reduce((sum, { content }) => sum + countTokens(content), 0);
    const estimate = { tokens_in: used ? promptTokens : 0, tokens_out: countTokens(text) };
    await book({
      ...(tokens ?? estimate),
      purpose,
      vendor: vendor.name,
      model: request.model || vendor.model,
      is_estimated: tokens === null && used,
      failure,
      ms_first: first,
      ms_total: since(),
      vendor_id: id,
      cause,
    });
  }
}

/** A short reply in one piece; `unavailable`, reason `timeout`, when it takes too long. */
export async function completeByVendor(
  { timeout_ms, ...call }: Omit<Call, 'signal'> & { timeout_ms: number },
  books: { watch: VendorWatch; book: BookUsage },
): Promise<{ text: string; end: string; id: string }> {
  const signal = AbortSignal.timeout(timeout_ms);
  const pieces = writeByVendor({ ...call, signal }, books);
  let [text, end] = ['', ''];
  try {
    for (;;) {
      const next = await pieces.next();
      if (next.done === true) return { text: text.trim(), end, id: next.value.id };
      if ('text' in next.value) text += next.value.text;
      else if ('finish_reason' in next.value) end = next.value.finish_reason;
    }
  } catch (error) {
    throw signal.aborted ? new AdapterError('unavailable', { reason: 'timeout', cause: error }) : error;
  }
}
