import { aiMessageStatus } from '@kaike/shared/domain/ai/chat-status';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import type { ChatProvider } from '../../../../adapters/chat/port.ts';
import type { Context } from '../../../../core/context.ts';
import { guardPrompt, loadMarks } from '../prompt/canary.ts';
import type { LiveReply } from '../stream/live-reply.ts';
import { liveReplies } from '../stream/live-replies.ts';
import { replyEndEvents, loadStoredReply } from '../stream/stored-reply.ts';
import type { ReplyTask } from './turn-transaction.ts';
import { createGuard } from '../guard/guard-reply.ts';
import { endReply } from './end-reply.ts';
import { createJudge, type Judge } from '../guard/judge-turn.ts';
import { refuseReply } from './refuse-reply.ts';
import { correctByModel } from './correct-by-model.ts';
import { writeReply, type WrittenReply } from './write-reply.ts';

async function noteFirst({ db, log }: Context, messageId: number): Promise<void> {
  await db
    .updateTable('ai_messages')
    .set({ status: aiMessageStatus.streaming })
    .where('id', '=', messageId)
    .where('status', '=', aiMessageStatus.pending)
    .execute()
    .catch((error: unknown) => log.warn({ err: error }, 'the state of a reply was not saved'));
}

async function writerOf(ctx: Context, { provider, chat_id }: ReplyTask): Promise<ChatProvider> {
  const writer = await ctx.adapters.chat.writer(provider);
  return provider === scriptProvider ? writer : guardPrompt(writer, await loadMarks(ctx, chat_id));
}

/** A turn that does not count leaves no corrections. */
const isWithdrawn = ({ finish_reason: reason }: WrittenReply): boolean =>
  reason === 'blocked' || reason === 'interrupted';

/** Writes a reply to its readers and settles it. */
async function writeAndSettle(
  ctx: Context,
  task: ReplyTask,
  { live, judge }: { live: LiveReply; judge: Judge },
): Promise<void> {
  const { message_id: id } = task;
  const corrections = correctByModel(ctx, task);
  let noted: Promise<void> = Promise.resolve();
  const reply = await writeReply(await writerOf(ctx, task), task, {
    live,
    guard: await createGuard(ctx, task.provider),
    judge,
    onFirst: () => {
      noted = noteFirst(ctx, id);
    },
    onError: (error) => ctx.log.warn({ err: error, message_id: id }, 'a reply broke off'),
  });
  await noted;
  const goals = await endReply(ctx, task, reply);
  if (reply.text !== '' && !isWithdrawn(reply)) await corrections.keep();
  if (goals) live.push({ type: 'goal', done: goals });
}

/**
 * Has the learner's words judged, writes a reply and settles it. Readers follow it meanwhile, and it goes on without them. What cannot be settled, because the
 * database is away, is given up by whoever finds it later.
 */
export async function runReply(ctx: Context, task: ReplyTask): Promise<void> {
  const { message_id: id, member_message_id, seq, hold_sec } = task;
  const replies = liveReplies(ctx);
  const live = replies.open(id);
  live.push({ type: 'start', message_id: id, member_message_id, seq, hold_sec });
  try {
    const judge = await createJudge(ctx, task);
    const refusal = await judge.judgeWords();
    if (refusal) await refuseReply(ctx, task, refusal);
    else await writeAndSettle(ctx, task, { live, judge });
    for (const event of await replyEndEvents(ctx, await loadStoredReply(ctx, id))) live.push(event);
  } catch (error) {
    ctx.log.error({ err: error, message_id: id }, 'a reply was not settled');
    live.push({ type: 'error', code: 'ai.interrupted', message: '', retry: true });
  }
  await replies.close(id);
}
