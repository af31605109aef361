import { wordRatingChoices } from '../../domain/ai/word-state.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';
import { uuidRule } from './ai-messages.ts';
import { speech } from './ai-speech.ts';

const wordParts = {
  lemma: s.string(),
  language: s.string(),
  /** Of a sentence: `lemma` is how it is right, `sentence` what the learner said, `gloss` why. */
  kind: s.literal('word', 'sentence'),
  /** Chinese; empty until somebody writes it. */
  gloss: s.string(),
  /** Why a sentence was wrong, in English; empty for words. */
  gloss_en: s.string(),
  /** Where it was met. */
  sentence: s.string(),
  due_at: s.time(),
  created_at: s.time(),
};
/** A word as the copy of the learner's own data has it. */
export const ownWord = s.object(wordParts);
const bookWord = s.object({
  ...wordParts,
  id: s.integer(),
  message_id: s.nullable(s.integer()),
  state: s.integer(),
  /** Seconds until it would be due after each rating, 1 to 4. */
  intervals: s.array(s.integer()),
});
export type BookWord = SchemaValue<typeof bookWord>;

/** The book of words, newest first; with `due` the words of today's review, at most twenty, the longest due first. */
export const listWords = contract({
  method: 'GET',
  path: '/home/ai-words',
  query: {
    due: field.boolean({ initial: false }),
    keyword: field.text({ rules: 'max:50' }),
    page: field.integer({ rules: 'between:1,1000', initial: 1 }),
  },
  response: s.object({
    data: s.array(bookWord),
    due_count: s.integer(),
    current_page: s.integer(),
    has_more: s.boolean(),
  }),
});

/** Puts a word into the book; one that is there stays as it is. */
export const createWord = contract({
  method: 'POST',
  path: '/home/ai-words',
  body: {
    /** A word or a short phrase. */
    text: field.text({ rules: 'required|max:80' }),
    /** Empty: taken from the scene of the message or the talk. */
    gloss: field.text({ rules: 'max:200', initial: '' }),
    message_id: field.integer({ rules: 'min_value:1' }),
    chat_id: field.integer({ rules: 'min_value:1' }),
  },
  response: s.object({ word: bookWord }),
});

/** Puts a corrected sentence of the learner into the book; one that is there stays as it is. */
export const createSentence = contract({
  method: 'POST',
  path: '/home/ai-words/sentences',
  body: { message_id: field.integer({ rules: 'required|min_value:1' }) },
  response: s.object({ word: bookWord }),
});

export const deleteWord = contract({ method: 'DELETE', path: '/home/ai-words/:id', response: s.object({}) });

/** How a word of the book is to be heard. */
export const synthesizeWord = contract({ method: 'POST', path: '/home/ai-words/:id/read-text', response: speech });

/** Stores a review; the same request again changes nothing. */
export const reviewWord = contract({
  method: 'POST',
  path: '/home/ai-words/:id/review',
  body: {
    rating: field.choice(wordRatingChoices, { rules: 'required' }),
    /** Milliseconds until the learner answered. */
    ms: field.integer({ rules: 'required|min_value:0|max_value:3600000' }),
    request_id: field.text({ rules: ['required', uuidRule] }),
  },
  response: s.object({ word: bookWord, due_count: s.integer() }),
});

/** What a learner has done with the teacher so far. */
export const getTalkProgress = contract({
  method: 'GET',
  path: '/home/ai-progress',
  response: s.object({
    talks: s.integer(),
    talk_sec: s.integer(),
    words: s.object({ total: s.integer(), due: s.integer() }),
  }),
});
export type TalkProgress = SchemaValue<(typeof getTalkProgress)['response']>;
