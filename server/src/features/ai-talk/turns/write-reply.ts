import { countWords } from '@kaike/shared/domain/ai/billable';
import type { ModerationLabel } from '@kaike/shared/domain/ai/moderation';
import type { FinishReason } from '@kaike/shared/domain/ai/talk-events';
import type { ChatPiece, ChatProvider } from '../../../adapters/chat/port.ts';
import type { LiveReply } from '../stream/live-reply.ts';
import { createSplitter } from '../stream/split-sentences.ts';
import { AdapterError } from '../../../core/adapter-error.ts';
import type { ReplyTask } from './begin-turn.ts';
import type { Guard } from './guard-reply.ts';

/** How a reply ended, and what was shown of it. */
export type WrittenReply = {
  text: string;
  finish_reason: Exclude<FinishReason, 'refused' | 'care'>;
  translation: string | null;
  /** Why it must not be shown, and everything that came. */
  blocked: { label: ModerationLabel; text: string } | null;
  /** Who wrote it, if not the one that was asked. */
  by: string | null;
  /** Why it was broken off. */
  error_code: 'ai.interrupted' | 'ai.resting' | null;
  /** Milliseconds from the start. */
  timings: { first_token?: number; first_sentence?: number; total: number };
};

type Next = IteratorResult<ChatPiece> | 'late' | 'stopped';

/** The next piece, unless the reply is stopped or nothing comes for too long. */
function nextPiece(pieces: AsyncIterator<ChatPiece>, patienceMs: number, stopped: AbortSignal): Promise<Next> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('late'), patienceMs);
    const stop = (): void => resolve('stopped');
    const leave = (): void => {
      clearTimeout(timer);
      stopped.removeEventListener('abort', stop);
    };
    stopped.addEventListener('abort', stop);
    if (stopped.aborted) stop();
    void pieces.next().then(resolve, reject).finally(leave);
  });
}

/** The part of a piece that a reply may still show. */
function fitting(text: string, piece: string, maxWords: number): string {
  if (countWords(text + piece) <= maxWords) return piece;
  const words = piece.match(/\s*\S+/g) ?? [];
  while (words.length > 0 && countWords(text + words.join('')) > maxWords) words.pop();
  return words.join('');
}

/** Streams a reply to its readers until it is whole, too long, stopped or broken off. Never throws. */
export async function writeReply(
  provider: ChatProvider,
  task: ReplyTask,
  {
    live,
    guard,
    onFirst,
    onError,
  }: { live: LiveReply; guard: Guard | null; onFirst: () => void; onError: (error: unknown) => void },
): Promise<WrittenReply> {
  const begun = performance.now();
  const since = (): number => Math.round(performance.now() - begun);
  const ending = new AbortController();
  const split = createSplitter();
  let [received, text, sentences] = ['', '', 0];
  let blocked: WrittenReply['blocked'] = null;
  let by: string | null = null;
  let pieces: AsyncIterator<ChatPiece> | null = null;
  const timings: WrittenReply['timings'] = { total: 0 };
  const show = (part: string): void => {
    text += part;
    live.say(part);
  };
  const receive = (piece: string): void => {
    if (piece === '') return;
    if (received === '') {
      timings.first_token = since();
      onFirst();
    }
    received += piece;
    if (!guard) show(piece);
  };
  const takeBack = (): void => {
    text = '';
    live.push({ type: 'message', from: 0, delta: '' });
  };
  /** Passes complete sentences on; false when the reply must not go on, and what readers have of it is taken back. */
  const cut = (isWhole: boolean): boolean => {
    for (const span of split(received, isWhole)) {
      const passed = guard?.pass(text, received.slice(text.length, span.to));
      if (passed && 'label' in passed) {
        blocked = { label: passed.label, text: received };
        takeBack();
        return false;
      }
      if (passed) show(passed.text);
      timings.first_sentence ??= since();
      live.push({ type: 'sentence', n: (sentences += 1), ...span });
    }
    return true;
  };
  const end = (reason: WrittenReply['finish_reason'], translation: string | null = null): WrittenReply => {
    // Who writes learns why it is to stop, and that nobody asks for more.
    ending.abort(new DOMException('the reply has ended', reason === 'interrupted' ? 'TimeoutError' : 'AbortError'));
    void pieces?.return?.().catch(() => undefined);
    if (reason === 'blocked') takeBack();
    // Half a sentence is checked as a whole one is; who stopped the reply is shown no more of it.
    else if (!guard || reason !== 'stopped') cut(true);
    return {
      text,
      finish_reason: blocked ? 'blocked' : reason,
      translation,
      blocked,
      by,
      error_code: reason === 'interrupted' ? 'ai.interrupted' : null,
      timings: { ...timings, total: since() },
    };
  };
  try {
    pieces = provider
      .stream(guard?.hide(task.messages) ?? task.messages, task.options, ending.signal)
      [Symbol.asyncIterator]();
    for (;;) {
      const { first_ms: firstMs, next_ms: nextMs } = provider.patience;
      const next = await nextPiece(pieces, received === '' ? firstMs : nextMs, live.signal);
      if (next === 'stopped') return end(live.signal.reason === 'interrupted' ? 'interrupted' : 'stopped');
      if (next === 'late' || next.done === true) return end('interrupted');
      const piece = next.value;
      if ('by' in piece) {
        ({ by } = piece);
        if (piece.is_stand_in) live.push({ type: 'stand_in' });
        continue;
      }
      if ('finish_reason' in piece) return end(piece.finish_reason, piece.translation);
      const part = fitting(received, piece.text, task.reply_words);
      receive(part);
      if (part.length < piece.text.trimEnd().length) return end('length');
      if (!cut(false)) return end('blocked');
    }
  } catch (error) {
    onError(error);
    const isResting = error instanceof AdapterError && error.reason === 'resting';
    return { ...end('interrupted'), ...(isResting ? { error_code: 'ai.resting' } : {}) };
  }
}
