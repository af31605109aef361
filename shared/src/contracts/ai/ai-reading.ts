import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

/** The fewest and the most words of a sentence that is checked: fewer say too little, more are read with pauses. */
export const minReadWords = 3;
export const maxReadWords = 30;

/** Why a reading says nothing: it is as good as unheard. */
export const unheardReasons = ['short', 'quiet', 'noise', 'clipped', 'other_words', 'unknown_words'] as const;
export type UnheardReason = (typeof unheardReasons)[number];

/**
 * Multipart with a recording in the field `audio` (WAV, 16 kHz, mono) of a sentence of an own talk, or of what could have been said in its place.
 * It is compared on this machine, kept nowhere, and costs nothing. Nothing is scored: at most one sound is named, and only when two readings of
 * the sentence within an hour agree on it.
 */
export const checkPronunciation = contract({
  method: 'POST',
  path: '/home/ai-messages/score-reading',
  query: {
    message_id: field.integer({ rules: 'required|min_value:1' }),
    is_better: field.boolean({ initial: false }),
  },
  response: s.object({
    unheard: s.nullable(s.literal(...unheardReasons)),
    /** Something may be different: one more reading decides. */
    again: s.boolean(),
    difference: s.nullable(
      s.object({
        /** The word in the text, and its characters. */
        word: s.string(),
        from: s.integer(),
        to: s.integer(),
        /** As the CMU dictionary names it, such as `TH`. */
        sound: s.string(),
        /** Null when it was left out. */
        instead: s.nullable(s.string()),
      }),
    ),
    /** Who compared. */
    engine: s.string(),
  }),
});
export type CheckedReading = SchemaValue<(typeof checkPronunciation)['response']>;
