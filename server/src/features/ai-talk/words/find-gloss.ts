import { formsOf, glossesOf } from '../../ai-scenes/public.ts';
import { lemmaOf } from './lemma.ts';

type Place = { from: number; word: string };
export type FoundWord = {
  word: string;
  lemma: string;
  /** Chinese; null where nothing knows the word. */ gloss: string | null;
};

/** The longest phrase of the scene that covers the word in the text: `boarding pass` for `pass`. */
function phraseAround(
  glosses: readonly { text: string; zh: string }[],
  text: string,
  { from, word }: Place,
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
  return longest ? { word: longest.text, lemma: lemmaOf(longest.text), gloss: longest.zh } : null;
}

/** What a scene says about a word in a text: as it stands there, in a phrase, or in its base form. */
export function findGloss(scene: unknown, text: string, place: Place): FoundWord {
  const glosses = glossesOf(scene);
  const around = phraseAround(glosses, text, place);
  if (around) return around;
  const forms = formsOf(lemmaOf(place.word));
  const known = glosses.find((one) => forms.includes(lemmaOf(one.text)));
  if (known) return { word: place.word, lemma: lemmaOf(known.text), gloss: known.zh };
  // Only irregular forms have a base that is certain; a cut ending may be none.
  const isIrregular = forms.length === 2 && !lemmaOf(place.word).startsWith((forms[1] ?? '').slice(0, 3));
  return { word: place.word, lemma: isIrregular ? (forms[1] ?? place.word) : lemmaOf(place.word), gloss: null };
}
