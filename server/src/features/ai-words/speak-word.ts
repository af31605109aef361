import { sql } from 'kysely';
import type { readWord } from '@kaike/shared/contracts/ai-words';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../core/app-error.ts';
import type { MemberCallOf } from '../../core/call.ts';
import { presentSpoken } from '../ai-speech/public.ts';
import { selectWords } from './words.ts';

/** A word of the member's book, by the school's usual voice. */
export async function speakWord({
  ctx,
  actor,
  params,
}: MemberCallOf<typeof readWord>): Promise<ResponseOf<typeof readWord>> {
  const memberId = actor.member.id;
  const [word] = await selectWords(ctx.db, sql`w.id = ${params.id} and w.member_id = ${memberId}`);
  assert(word, 'record.not_found');
  const speaker = { language: word.language, voice: '', voices: {}, speech_rate: 1 };
  const spoken = await presentSpoken(ctx, { text: word.lemma, speaker, chat_id: null, cause: { member_id: memberId } });
  return { ...spoken, from: 0, is_last: true };
}
