import { sql } from 'kysely';
import type * as aiMessages from '@kaike/shared/contracts/ai-messages';
import { isRunning } from '@kaike/shared/domain/ai/chat-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../core/app-error.ts';
import type { MemberCall, MemberCallOf } from '../../../core/call.ts';
import { inTransaction } from '../../../db/in-transaction.ts';
import { dismissCorrection as removeCorrection } from '../../ai-corrections/public.ts';
import { addModeration } from '../../ai-moderations/public.ts';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import { playStored } from '../../ai-scenes/public.ts';
import { checkTurn, readChat, renewLease } from '../chats/chat.store.ts';
import { untilFinal } from './answer-turn.ts';
import { answersIn, presentMessage, readMessage, readMessages, type Message } from './message.store.ts';

const keyOf = (call: MemberCall & { params: { id: number } }) => ({
  id: call.params.id,
  member_id: call.actor.member.id,
});

/** The holder of the talk goes on holding it. */
async function holdOn(call: MemberCall & { body: { lease: string } }, message: Message) {
  const chat = await readChat(call.ctx.db, { id: message.chat_id, member_id: call.actor.member.id });
  checkTurn(chat, call.body.lease);
  await renewLease(call.ctx.db, chat.id, { lease: call.body.lease, device: call.user_agent, now: call.ctx.clock() });
  return chat;
}

/** Ends a reply where it is, whichever node writes it, and returns it as it ended. */
export async function stopReply(
  call: MemberCallOf<typeof aiMessages.stopReply>,
): Promise<ResponseOf<typeof aiMessages.stopReply>> {
  const { ctx } = call;
  const message = await readMessage(ctx.db, keyOf(call));
  if (isRunning(message.status)) {
    await holdOn(call, message);
    await ctx.bus.publish(ctx.db, `ai-stop:${message.id}`);
    await untilFinal(call, message.id);
  }
  return { reply: presentMessage(await readMessage(ctx.db, keyOf(call))) };
}

/** What can be said now; free of charge, but counted in the report. */
export async function giveHint(
  call: MemberCallOf<typeof aiMessages.getHint>,
): Promise<ResponseOf<typeof aiMessages.getHint>> {
  const { db } = call.ctx;
  const message = await readMessage(db, keyOf(call));
  const chat = await holdOn(call, message);
  // What a chat service asked has no answer that was written in advance.
  assert(chat.provider === scriptProvider, 'ai.no_hint');
  const answers = answersIn(await readMessages(db, chat.id)).map(({ content }) => content);
  const hint = playStored(chat.scene_snapshot, { cefr: chat.cefr, seed: chat.id, answers })?.hint;
  assert(hint, 'ai.no_hint');
  await sql`update ai_chats set hints = hints + 1 where id = ${chat.id}`.execute(db);
  return hint;
}

export async function markReply(
  call: MemberCallOf<typeof aiMessages.saveLine>,
): Promise<ResponseOf<typeof aiMessages.saveLine>> {
  const { ctx, body } = call;
  const message = await readMessage(ctx.db, keyOf(call));
  await ctx.db.updateTable('ai_messages').set({ saved: body.saved }).where('id', '=', message.id).execute();
  return { reply: presentMessage(await readMessage(ctx.db, keyOf(call))) };
}

/** Takes a correction of the learner's own words away. */
export async function refuseCorrection(
  call: MemberCallOf<typeof aiMessages.dismissCorrection>,
): Promise<ResponseOf<typeof aiMessages.dismissCorrection>> {
  const { ctx, body } = call;
  const key = keyOf(call);
  await inTransaction(ctx.db, async (trx) => {
    const { id } = await readMessage(trx, key);
    await removeCorrection(trx, { member_id: key.member_id, message_id: id, code: body.code });
  });
  return { message: presentMessage(await readMessage(ctx.db, key)) };
}

/** Reports a reply to the school, whose queue gets the words and the remark. A second report of the same reply replaces the first. */
export async function reportReply(
  call: MemberCallOf<typeof aiMessages.reportReply>,
): Promise<ResponseOf<typeof aiMessages.reportReply>> {
  const { ctx, body } = call;
  const key = keyOf(call);
  const { id, chat_id: chatId } = await readMessage(ctx.db, key);
  const remark = body.remark ?? '';
  await inTransaction(ctx.db, async (trx) => {
    // The words of a talk that is deleted meanwhile do not come back.
    await readChat(trx, { id: chatId, member_id: key.member_id }, { lock: true });
    const { content } = await readMessage(trx, key);
    await trx
      .updateTable('ai_messages')
      .set({ reported_at: ctx.clock(), report_reason: body.reason, report_remark: remark })
      .where('id', '=', id)
      .execute();
    await addModeration(ctx, trx, {
      member_id: key.member_id,
      chat_id: chatId,
      message_id: id,
      direction: 'report',
      verdict: 'report',
      label: body.reason,
      text: remark === '' ? content : `${content}\n\n${remark}`,
    });
  });
  return { reply: presentMessage(await readMessage(ctx.db, keyOf(call))) };
}
