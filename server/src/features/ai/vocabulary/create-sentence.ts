import type * as aiWords from '@kaike/shared/contracts/ai/ai-words';
import { assert } from '../../../core/app-error.ts';
import type { MemberCallOf } from '../../../core/call.ts';
import { sentenceInTalk } from '../talk/public.ts';
import { type AddedWord, addCard } from './words.ts';

/** Adds a sentence of the learner as it is right, with what was said and why. */
export async function createSentence(call: MemberCallOf<typeof aiWords.createSentence>): Promise<AddedWord> {
  const corrected = await sentenceInTalk(call, call.body.message_id);
  assert(corrected, 'ai.no_mistake', { field: 'message_id' });
  const { right, wrong, ...met } = corrected;
  return addCard(call, { ...met, kind: 'sentence', lemma: right, sentence: wrong });
}
