import { sql } from 'kysely';
import type * as aiMessages from '@kaike/shared/contracts/ai/ai-messages';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../../core/call.ts';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import { playStored } from '../../../scenes/public.ts';
import { loadMessage, answersIn, loadMessages } from '../message.store.ts';
import { messageKeyOf, renewChatLease } from '../message-key.ts';

/** What can be said now; free of charge, but counted in the report. */
export async function getHint(
  call: MemberCallOf<typeof aiMessages.getHint>,
): Promise<ResponseOf<typeof aiMessages.getHint>> {
  const { db } = call.ctx;
  const message = await loadMessage(db, messageKeyOf(call));
  const chat = await renewChatLease(call, message);
  // What a chat service asked has no answer that was written in advance.
  assert(chat.provider === scriptProvider, 'ai.no_hint');
  const answers = answersIn(await loadMessages(db, chat.id)).map(({ content }) => content);
  const hint = playStored(chat.scene_snapshot, { cefr: chat.cefr, seed: chat.id, answers })?.hint;
  assert(hint, 'ai.no_hint');
  await sql`update ai_chats set hints = hints + 1 where id = ${chat.id}`.execute(db);
  return hint;
}
