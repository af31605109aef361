import { sql } from 'kysely';
import type * as aiWords from '@kaike/shared/contracts/ai/ai-words';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../core/app-error.ts';
import type { MemberCallOf } from '../../../core/call.ts';
import type { Db } from '../../../db/pool.ts';
import { presentSpoken } from '../speech/public.ts';
import { selectWords } from './words.ts';

async function chatOf(db: Db, messageId: number | null): Promise<number | null> {
  const { rows } = await sql<{ chat_id: number }>`select chat_id from ai_messages where id = ${messageId}`.execute(db);
  return rows[0]?.chat_id ?? null;
}

/** A word of the member's book, by the school's usual voice. */
export async function synthesizeWord({
  ctx,
  actor,
  params,
}: MemberCallOf<typeof aiWords.synthesizeWord>): Promise<ResponseOf<typeof aiWords.synthesizeWord>> {
  const memberId = actor.member.id;
  const [word] = await selectWords(ctx.db, sql`w.id = ${params.id} and w.member_id = ${memberId}`);
  assert(word, 'record.not_found');
  const speaker = { language: word.language, voice: '', voices: {}, speech_rate: 1 };
  // The learner's own words: their sound goes with the talk.
  const chatId = word.kind === 'sentence' ? await chatOf(ctx.db, word.message_id) : null;
  const cause = chatId === null ? { member_id: memberId } : { member_id: memberId, chat_id: chatId };
  const speech = await presentSpoken(ctx, { text: word.lemma, speaker, chat_id: chatId, cause });
  return { ...speech, from: 0, is_last: true };
}
