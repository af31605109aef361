import * as contracts from '@kaike/shared/contracts/ai-words';
import { readable } from '../../core/chinese/chinese-script.ts';
import { route } from '../../core/route.ts';
import type { Feature } from '../feature.ts';
import { review } from './review-word.ts';
import { readTalkProgress } from './talk-progress.read.ts';
import { speakWord } from './speak-word.ts';
import { addSentenceToBook, addToBook, listWords, removeWord } from './words.ts';

const reading = { by: 'user', name: 'ai-reading', max: 90, seconds: 60 } as const;
const writing = { by: 'user', max: 120, seconds: 60 } as const;

/** A learner's book of words. */
export const aiWordsFeature: Feature = {
  routes: [
    route.member(contracts.getWords, { handler: readable(listWords) }),
    route.member(contracts.addWord, { limit: writing, handler: readable(addToBook) }),
    route.member(contracts.addSentence, { limit: writing, handler: readable(addSentenceToBook) }),
    route.member(contracts.deleteWord, { limit: writing, handler: removeWord }),
    route.member(contracts.readWord, { limit: reading, handler: speakWord }),
    route.member(contracts.reviewWord, { limit: writing, handler: readable(review) }),
    route.member(contracts.getTalkProgress, { handler: readTalkProgress }),
  ],
};
