import { setTimeout as wait } from 'node:timers/promises';
import { scriptProvider, type ModerationLabel } from '@kaike/shared/domain/ai/moderation';
import type { Judgement, JudgedDirection } from '../../../../adapters/moderation/port.ts';
import type { Context } from '../../../../core/context.ts';
import { maskContacts } from '../../moderation/public.ts';
import { findMinor } from '../chats/minors.ts';
import type { ReplyTask } from '../turns/turn-transaction.ts';

/** Words that passed, and that a person should read. */
export type Doubt = { direction: JudgedDirection; label: ModerationLabel; text: string };

/** A moderation service beside the rules, for one turn. When it does not answer in time, the rules alone decide. */
export type Judge = {
  /** Why the learner's words must not be answered; null when they may be. */
  judgeWords: () => Promise<ModerationLabel | null>;
  /** Has a sentence of the reply judged. Resolves when it may be shown: at once, for a minor with the verdict or a little later. */
  judgeSentence: (sentence: string) => Promise<void>;
  /** People wrote what follows: nobody judges it. */
  rest: () => void;
  /** Aborted once a sentence is refused. */
  readonly signal: AbortSignal;
  /** Why the reply must not go on. */
  refusal: () => ModerationLabel | null;
  /** Resolves when there is a verdict on every sentence, or there will be none. */
  settled: () => Promise<void>;
  doubts: () => readonly Doubt[];
};

/** In scripted talks, whose words are sent to nobody, and without a service everything passes. */
export async function createJudge(ctx: Context, task: ReplyTask): Promise<Judge> {
  let isResting = task.provider === scriptProvider || !(await ctx.adapters.moderation.isOn());
  const isMinor = !isResting && (await findMinor(ctx, ctx.db, task.member_id)) !== null;
  const { member_id, chat_id, message_id } = task;
  const refused = new AbortController();
  const pending = new Set<Promise<void>>();
  /** By the order of the sentences: verdicts come in any. */
  const doubts: (Doubt | null)[] = [];
  let refusal: ModerationLabel | null = null;

  async function judge(text: string, direction: JudgedDirection): Promise<Judgement | null> {
    const cause = { member_id, chat_id, message_id };
    const at = doubts.push(null) - 1;
    const judgement = await ctx.adapters.moderation.judge({ text: maskContacts(text), direction }, cause);
    if (judgement?.verdict === 'review') doubts[at] = { direction, label: judgement.label, text };
    return judgement;
  }
  async function judgeOutput(sentence: string): Promise<void> {
    const judgement = await judge(sentence, 'output');
    if (judgement?.verdict !== 'block') return;
    refusal ??= judgement.label;
    refused.abort();
  }

  return {
    signal: refused.signal,
    refusal: () => refusal,
    doubts: () => doubts.filter((one) => one !== null),
    rest: () => {
      isResting = true;
    },
    settled: async () => void (await Promise.all(pending)),
    async judgeWords() {
      if (isResting) return null;
      const judgement = await judge(task.text, 'input');
      return judgement?.verdict === 'block' ? judgement.label : null;
    },
    async judgeSentence(sentence) {
      if (isResting) return;
      const verdict = judgeOutput(sentence).finally(() => pending.delete(verdict));
      pending.add(verdict);
      if (!isMinor) return;
      const waiting = new AbortController();
      const { minor_wait_ms: waitMs } = ctx.adapters.moderation;
      await Promise.race([verdict, wait(waitMs, undefined, { signal: waiting.signal }).catch(() => undefined)]);
      waiting.abort();
    },
  };
}
