import type { Turn } from '@kaike/shared/contracts/ai/ai-messages';
import type { MemberCall } from '../../../../core/call.ts';
import { inReadersScript } from '../../../../core/chinese/chinese-script.ts';
import { respond, type HttpReply } from '../../../../core/respond.ts';
import { loadSpendable, spendableSec } from '../../seconds/public.ts';
import { loadChat } from '../chats/chat.store.ts';
import { goalIndexes } from '../chats/scene-snapshot.ts';
import { followReply } from '../stream/follow-reply.ts';
import { sendEvents } from '../stream/send-events.ts';
import type { NewTurn } from './turn-transaction.ts';
import { expireReplies } from './expire-replies.ts';
import { presentMessage, loadMessage } from './message.store.ts';
import { runReply } from './run-reply.ts';

/** Resolves when the reply is final, or the node stops serving. */
export async function untilFinal(call: MemberCall, messageId: number): Promise<void> {
  const events = followReply(call.ctx, messageId, { afterN: 0, signal: new AbortController().signal });
  for await (const _event of events);
}

async function presentTurn(call: MemberCall, { reply_id, member_message_id }: NewTurn): Promise<Turn> {
  const { ctx, actor } = call;
  const memberId = actor.member.id;
  const message = await loadMessage(ctx.db, { id: reply_id, member_id: memberId });
  const memberMessage = await loadMessage(ctx.db, { id: member_message_id, member_id: memberId });
  const chat = await loadChat(ctx.db, { id: message.chat_id, member_id: memberId });
  const daily = await ctx.settings.get('ai_daily_free_sec');
  const spendable = await loadSpendable(ctx.db, memberId, { daily_free_sec: daily, now: ctx.clock() });
  return {
    member_message: presentMessage(memberMessage),
    reply: presentMessage(message),
    goals_done: goalIndexes(chat),
    charged_sec: message.charged_sec,
    seconds_left: spendableSec(spendable),
    chat_status: chat.status,
  };
}

/** Events for whoever accepts them, else the end of the turn. The reply is written whether somebody reads or not. */
export async function answerTurn(call: MemberCall, begin: () => Promise<NewTurn>): Promise<HttpReply<Turn>> {
  await expireReplies(call.ctx, { member_id: call.actor.member.id });
  const turn = await begin();
  if (turn.task) void runReply(call.ctx, turn.task);
  if (String(call.headers.accept).includes('text/event-stream'))
    return sendEvents(call, turn.reply_id, { afterN: 0, onEnd: () => undefined });
  await untilFinal(call, turn.reply_id);
  return respond(await inReadersScript(call.locale, await presentTurn(call, turn)), {});
}
