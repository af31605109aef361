import type { ModerationLabel } from '@kaike/shared/domain/ai/moderation';
import type { LiveReply } from '../stream/live-reply.ts';
import { createSplitter } from '../stream/split-sentences.ts';
import type { ReplyGuard } from '../guard/guard-reply.ts';
import type { Judge } from '../guard/judge-turn.ts';

type ReplyText = {
  /** Everything that came. */
  received: string;
  /** What readers have of it. */
  text: string;
  /** Why it must not be shown, and everything that came. */
  blocked: { label: ModerationLabel; text: string } | null;
};

/** What comes of a reply, passed on to its readers: at once, or sentence by sentence as the guard lets them through. */
export function createShownText({
  live,
  guard,
  judge,
  onFirst,
}: {
  live: LiveReply;
  guard: ReplyGuard | null;
  judge: Judge;
  onFirst: () => void;
}) {
  const startedAt = performance.now();
  const since = (): number => Math.round(performance.now() - startedAt);
  const split = createSplitter();
  const state: ReplyText = { received: '', text: '', blocked: null };
  /** Milliseconds from the start. */
  const timings: { first_token?: number; first_sentence?: number } = {};
  let sentences = 0;
  const show = (part: string): void => {
    state.text += part;
    live.say(part);
  };
  const takeBack = (): void => {
    state.text = '';
    live.push({ type: 'message', from: 0, delta: '' });
  };
  const refuse = (label: ModerationLabel): false => {
    state.blocked = { label, text: state.received };
    takeBack();
    return false;
  };
  return {
    state,
    timings: () => ({ ...timings, total: since() }),
    takeBack,
    receive(piece: string): void {
      if (piece === '') return;
      if (state.received === '') {
        timings.first_token = since();
        onFirst();
      }
      state.received += piece;
      if (!guard) show(piece);
    },
    /** Takes back what a service refused, also after it was shown. */
    takeBackRefused(): void {
      const refusal = judge.refusal();
      if (refusal && !state.blocked) refuse(refusal);
    },
    /** Passes complete sentences on; false when the reply must not go on, and what readers have of it is taken back. */
    async cut(isWhole: boolean): Promise<boolean> {
      for (const span of split(state.received, isWhole)) {
        const passed = guard?.pass(state.text, state.received.slice(state.text.length, span.to));
        if (passed && 'label' in passed) return refuse(passed.label);
        if (passed) {
          await judge.judgeSentence(passed.text);
          const refusal = judge.refusal();
          if (refusal) return refuse(refusal);
          show(passed.text);
        }
        timings.first_sentence ??= since();
        live.push({ type: 'sentence', n: (sentences += 1), ...span });
      }
      return true;
    },
  };
}
