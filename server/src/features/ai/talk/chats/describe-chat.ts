import type { ShownChat } from '@kaike/shared/contracts/ai/ai-talk';
import type { MemberCall } from '../../../../core/call.ts';
import { expireReplies } from '../turns/expire-replies.ts';
import { presentMessage, loadMessages } from '../turns/message.store.ts';
import { loadChat } from './chat.store.ts';
import { presentChat, secondsLeft } from './present-chat.ts';

type ChatRequest = { id: number; lease: string | null; after_seq?: number };

/** A talk with its messages. A reply whose node is gone is ended first. */
export async function describeChat(call: MemberCall, { id, lease, after_seq = 0 }: ChatRequest): Promise<ShownChat> {
  const { ctx, actor } = call;
  const memberId = actor.member.id;
  await expireReplies(ctx, { member_id: memberId });
  const chat = await loadChat(ctx.db, { id, member_id: memberId });
  const messages = await loadMessages(ctx.db, id, after_seq);
  return {
    chat: await presentChat(call, chat, lease),
    messages: messages.map(presentMessage),
    seconds_left: await secondsLeft(ctx, memberId),
  };
}
