import { glossesOf, irregularBaseOf } from '../../scenes/public.ts';
import type { Chat } from '../chats/chat.store.ts';
import { basesOf } from './bases.ts';
import { lookUp } from './glossary/glossary.ts';
import { lemmaOf } from './lemma.ts';

type WordPosition = { from: number; word: string };
type FoundWord = {
  word: string;
  lemma: string;
  /** Chinese; null where nothing knows the word. */ gloss: string | null;
  source: 'scene' | 'glossary' | null;
};

/** The longest phrase of the scene that covers the word in the text: `boarding pass` for `pass`. */
function phraseAround(
  glosses: readonly { text: string; zh: string }[],
  text: string,
  { from, word }: WordPosition,
): FoundWord | null {
  const small = text.toLowerCase();
  const covering = glosses
    .filter(({ text: phrase }) => {
      for (let at = small.indexOf(phrase.toLowerCase()); at >= 0; at = small.indexOf(phrase.toLowerCase(), at + 1))
        if (at <= from && at + phrase.length >= from + word.length) return true;
      return false;
    })
    .toSorted((a, b) => b.text.length - a.text.length);
  const [longest] = covering;
  return longest ? { word: longest.text, lemma: lemmaOf(longest.text), gloss: longest.zh, source: 'scene' } : null;
}

/** What a word in a text of a talk means: by the scene as it stands there, in a phrase or in its base form, else by the glossary. */
export async function findGloss(
  { scene_snapshot: scene, language }: Pick<Chat, 'scene_snapshot' | 'language'>,
  text: string,
  place: WordPosition,
): Promise<FoundWord> {
  const glosses = glossesOf(scene);
  const around = phraseAround(glosses, text, place);
  if (around) return around;
  const word = lemmaOf(place.word);
  const forms = [word, ...basesOf(word)];
  const gloss = glosses.find((one) => forms.includes(lemmaOf(one.text)));
  if (gloss) return { word: place.word, lemma: lemmaOf(gloss.text), gloss: gloss.zh, source: 'scene' };
  const entry = language === 'en' ? await lookUp(word) : null;
  if (entry) return { word: place.word, ...entry, source: 'glossary' };
  return { word: place.word, lemma: irregularBaseOf(word) ?? word, gloss: null, source: null };
}
