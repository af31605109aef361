import { countWords } from '@kaike/shared/domain/ai/billable';
import type { FinishReason } from '@kaike/shared/domain/ai/talk-events';
import type { ChatPiece, ChatProvider } from '../../../adapters/chat/port.ts';
import type { LiveReply } from '../stream/live-reply.ts';
import { createSplitter } from '../stream/split-sentences.ts';
import type { ReplyTask } from './begin-turn.ts';

/** How a reply ended, and what was shown of it. */
export type WrittenReply = {
  text: string;
  finish_reason: FinishReason;
  translation: string | null;
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
  { live, onFirst, onError }: { live: LiveReply; onFirst: () => void; onError: (error: unknown) => void },
): Promise<WrittenReply> {
  const begun = performance.now();
  const since = (): number => Math.round(performance.now() - begun);
  const ending = new AbortController();
  const split = createSplitter();
  let [text, sentences] = ['', 0];
  const timings: WrittenReply['timings'] = { total: 0 };
  const show = (piece: string): void => {
    if (piece === '') return;
    if (text === '') {
      timings.first_token = since();
      onFirst();
    }
    text += piece;
    live.say(piece);
  };
  const cut = (isWhole: boolean): void => {
    for (const span of split(text, isWhole)) {
      timings.first_sentence ??= since();
      live.push({ type: 'sentence', n: (sentences += 1), ...span });
    }
  };
  const end = (reason: FinishReason, translation: string | null = null): WrittenReply => {
    ending.abort();
    cut(true);
    return { text, finish_reason: reason, translation, timings: { ...timings, total: since() } };
  };
  try {
    const pieces = provider.stream(task.messages, task.options, ending.signal)[Symbol.asyncIterator]();
    for (;;) {
      const { first_ms: firstMs, next_ms: nextMs } = provider.patience;
      const next = await nextPiece(pieces, text === '' ? firstMs : nextMs, live.signal);
      if (next === 'stopped') return end('stopped');
      if (next === 'late' || next.done === true) return end('interrupted');
      const piece = next.value;
      if ('finish_reason' in piece) return end(piece.finish_reason, piece.translation);
      const part = fitting(text, piece.text, task.reply_words);
      show(part);
      if (part.length < piece.text.trimEnd().length) return end('length');
      cut(false);
    }
  } catch (error) {
    onError(error);
    return end('interrupted');
  }
}
