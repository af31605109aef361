import * as aiWords from '@kaike/shared/contracts/ai/ai-words';
import type { Locale } from '@kaike/shared/locales/languages';
import { readable } from '../../../core/chinese/chinese-script.ts';
import { respond, type HttpReply } from '../../../core/respond.ts';
import { route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { reviewWord } from './review-word.ts';
import { getTalkProgress } from './get-talk-progress.ts';
import { synthesizeWord } from './synthesize-word.ts';
import { listWords } from './list-words.ts';
import { createWord } from './create-word.ts';
import { createSentence } from './create-sentence.ts';
import { deleteWord } from './delete-word.ts';

const reading = { by: 'user', name: 'ai-reading', max: 90, seconds: 60 } as const;
const writing = { by: 'user', max: 120, seconds: 60 } as const;

/** Answers 201 for a card that was not in the book. */
const adding =
  <C extends { locale: Locale }, W>(add: (call: C) => Promise<{ word: W; is_new: boolean }>) =>
  async (call: C): Promise<HttpReply<{ word: W }>> => {
    const { word, is_new } = await readable(add)(call);
    return respond({ word }, { status: is_new ? 201 : 200 });
  };

/** A learner's book of words. */
export const vocabularyFeature: Feature = {
  routes: [
    route.member(aiWords.listWords, { handler: readable(listWords) }),
    route.member(aiWords.createWord, { limit: writing, handler: adding(createWord) }),
    route.member(aiWords.createSentence, { limit: writing, handler: adding(createSentence) }),
    route.member(aiWords.deleteWord, { limit: writing, handler: deleteWord }),
    route.member(aiWords.synthesizeWord, { limit: reading, handler: synthesizeWord }),
    route.member(aiWords.reviewWord, { limit: writing, handler: readable(reviewWord) }),
    route.member(aiWords.getTalkProgress, { handler: getTalkProgress }),
  ],
};
