import type * as aiWords from '@kaike/shared/contracts/ai/ai-words';
import { assert } from '../../../core/app-error.ts';
import type { MemberCallOf } from '../../../core/call.ts';
import { lemmaOf, wordInTalk } from '../talk/public.ts';
import { type AddedWord, addCard } from './words.ts';

/** Adds a word with where it was met. */
export async function createWord(call: MemberCallOf<typeof aiWords.createWord>): Promise<AddedWord> {
  const { body } = call;
  const lemma = lemmaOf(body.text);
  assert(lemma !== '', 'ai.no_word', { field: 'text' });
  const met = await wordInTalk(call, { lemma, message_id: body.message_id ?? null, chat_id: body.chat_id ?? null });
  return addCard(call, { ...met, lemma, kind: 'word', gloss: body.gloss ? body.gloss : met.gloss, gloss_en: '' });
}
