import { countWords } from '@kaike/shared/domain/ai/billable';
import type { ModerationLabel } from '@kaike/shared/domain/ai/moderation';
import type { FinishReason } from '@kaike/shared/domain/ai/talk-events';
import type { ChatPiece, ChatProvider } from '../../../../adapters/chat/port.ts';
import type { LiveReply } from '../stream/live-reply.ts';
import { AdapterError } from '../../../../core/adapter-error.ts';
import type { ReplyTask } from './turn-transaction.ts';
import type { ReplyGuard } from '../guard/guard-reply.ts';
import type { Doubt, Judge } from '../guard/judge-turn.ts';
import { createShownText } from './shown-text.ts';

/** How a reply ended, and what was shown of it. */
export type WrittenReply = {
  text: string;
  finish_reason: Exclude<FinishReason, 'refused' | 'care'>;
  translation: string | null;
  /** Why it must not be shown, and everything that came. */
  blocked: { label: ModerationLabel; text: string } | null;
  /** What a person should read nevertheless. */
  doubts: readonly Doubt[];
  /** Who wrote it, if not the one that was asked. */
  by: string | null;
  /** Why it was broken off. */
  error_code: 'ai.interrupted' | 'ai.resting' | 'ai.budget_over' | null;
  /** Milliseconds from the start. */
  timings: { first_token?: number; first_sentence?: number; total: number };
};

type Next = IteratorResult<ChatPiece> | 'late' | 'stopped';

/** Waits for one piece after the other, unless the reply is stopped or nothing comes for too long. */
function createChunkReader(pieces: AsyncIterator<ChatPiece>, stopped: AbortSignal) {
  let resolve: (next: Next) => void = () => undefined;
  const stop = (): void => resolve('stopped');
  stopped.addEventListener('abort', stop);
  return {
    next: (timeoutMs: number): Promise<Next> =>
      new Promise((resolveNext, reject) => {
        const timer = setTimeout(() => resolveNext('late'), timeoutMs);
        resolve = (next) => {
          clearTimeout(timer);
          resolveNext(next);
        };
        if (stopped.aborted) stop();
        pieces.next().then(resolve, (error: unknown) => {
          clearTimeout(timer);
          reject(error);
        });
      }),
    /** Nothing holds on to the reply any more. */
    leave: (): void => stopped.removeEventListener('abort', stop),
  };
}

/** The part of a piece that a reply of at most these words may still show. */
function createWordLimiter(maxWords: number): (text: string, piece: string) => string {
  // So many characters have no more words than allowed: most pieces need no counting.
  let sureLength = maxWords;
  return (text, piece) => {
    const whole = text + piece;
    if (whole.length <= sureLength) return piece;
    const left = maxWords - countWords(whole);
    sureLength = whole.length + left;
    if (left >= 0) return piece;
    const words = piece.match(/\s*\S+/g) ?? [];
    while (words.length > 0 && countWords(text + words.join('')) > maxWords) words.pop();
    return words.join('');
  };
}

/** Why nobody writes, by the reason of the adapter. */
const codes = new Map<string, 'ai.resting' | 'ai.budget_over'>([
  ['resting', 'ai.resting'],
  ['budget', 'ai.budget_over'],
]);

/** Nobody can write now, or somebody broke off. */
const codeOf = (error: unknown): WrittenReply['error_code'] =>
  (error instanceof AdapterError && codes.get(error.reason ?? '')) || 'ai.interrupted';

/** Why a reply ends before its writer says so: a service refused it, the school or its learner stopped it. */
const leavingReason = (live: LiveReply, judge: Judge): 'blocked' | 'interrupted' | 'stopped' =>
  judge.refusal() ? 'blocked' : live.signal.reason === 'interrupted' ? 'interrupted' : 'stopped';

/** Who reads, and what stands between them and the writer. */
type ReplyObservers = {
  live: LiveReply;
  guard: ReplyGuard | null;
  judge: Judge;
  onFirst: () => void;
  onError: (error: unknown) => void;
};

/** Streams a reply to its readers until it is whole, too long, stopped or broken off. Never throws. */
export async function writeReply(
  provider: ChatProvider,
  task: ReplyTask,
  { live, guard, judge, onFirst, onError }: ReplyObservers,
): Promise<WrittenReply> {
  const ending = new AbortController();
  const { state, timings, receive, cut, takeBack, takeBackRefused } = createShownText({ live, guard, judge, onFirst });
  let by: string | null = null;
  const fitting = createWordLimiter(task.reply_words);
  let pieces: AsyncIterator<ChatPiece> | null = null;
  let reading: ReturnType<typeof createChunkReader> | null = null;
  const end = async (
    reason: WrittenReply['finish_reason'],
    translation: string | null = null,
  ): Promise<WrittenReply> => {
    ending.abort();
    reading?.leave();
    void pieces?.return?.().catch(() => undefined);
    takeBackRefused();
    // Half a sentence is checked as a whole one is; who stopped the reply is shown no more of it.
    if (reason === 'blocked' && !state.blocked) takeBack();
    else if (!state.blocked && (!guard || reason !== 'stopped')) await cut(true);
    // A verdict may come after its sentence was shown, but not after the reply is final.
    await judge.settled();
    takeBackRefused();
    const { text, blocked } = state;
    const errorCode = reason === 'interrupted' ? 'ai.interrupted' : null;
    const finish = blocked ? 'blocked' : reason;
    const doubts = judge.doubts();
    return { text, finish_reason: finish, translation, blocked, doubts, by, error_code: errorCode, timings: timings() };
  };
  const leaving = AbortSignal.any([live.signal, judge.signal]);
  try {
    pieces = provider
      .stream(guard?.hide(task.messages) ?? task.messages, task.options, ending.signal)
      [Symbol.asyncIterator]();
    reading = createChunkReader(pieces, leaving);
    for (;;) {
      const { first_ms, next_ms } = provider.timeouts;
      const next = await reading.next(state.received === '' ? first_ms : next_ms);
      if (next === 'stopped') return await end(leavingReason(live, judge));
      // Who writes learns that it took too long.
      if (next === 'late') ending.abort(new DOMException('nothing came', 'TimeoutError'));
      if (next === 'late' || next.done === true) return await end('interrupted');
      const piece = next.value;
      if ('by' in piece) {
        ({ by } = piece);
        if (!piece.is_stand_in) continue;
        judge.rest();
        live.push({ type: 'stand_in' });
        continue;
      }
      if ('finish_reason' in piece) return await end(piece.finish_reason, piece.translation);
      const part = fitting(state.received, piece.text);
      receive(part);
      if (part.length < piece.text.trimEnd().length) return await end('length');
      if (!(await cut(false))) return await end('blocked');
    }
  } catch (error) {
    onError(error);
    return { ...(await end('interrupted')), error_code: codeOf(error) };
  }
}
