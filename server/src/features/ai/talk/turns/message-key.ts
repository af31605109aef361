import type { MemberCall } from '../../../../core/call.ts';
import { checkTurn, loadChat, renewLease } from '../chats/chat.store.ts';
import type { Message } from './message.store.ts';

export const messageKeyOf = (call: MemberCall & { params: { id: number } }) => ({
  id: call.params.id,
  member_id: call.actor.member.id,
});

/** The holder of the talk goes on holding it. */
export async function renewChatLease(call: MemberCall & { body: { lease: string } }, message: Message) {
  const chat = await loadChat(call.ctx.db, { id: message.chat_id, member_id: call.actor.member.id });
  checkTurn(chat, call.body.lease);
  await renewLease(call.ctx.db, chat.id, { lease: call.body.lease, device: call.user_agent, now: call.ctx.clock() });
  return chat;
}
