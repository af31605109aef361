import type { HeardSounds, OtherSound } from '../port.ts';
import type { Pocketsphinx } from './find-pocketsphinx.ts';
import { loadPronunciations } from './load-pronunciations.ts';
import { runPocketsphinx, type Grammar, type Segment } from './run-pocketsphinx.ts';
import { spokenForms, type SpokenForm } from './spoken-forms.ts';

/** How much likelier a word is said right than with a certain wrong sound. */
const rightWeight = 300_000;
/**
 * How much worse than any sounds at all the text may fit, a frame. Right readings of three voices had −7 to −17, other sentences 18
 * and more, or no way through the grammar.
 */
const worstFit = 5;

const allSounds =
  'AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH'.split(' ');

/** Any sounds in any order: what the best fit of a recording is compared with. */
const anySounds: Grammar = {
  rule: `(${allSounds.map((sound) => `any${sound}`).join(' | ')})+`,
  words: allSounds.map((sound) => ({ name: `any${sound}`, sounds: [sound] })),
};

type Form = SpokenForm & { name: string; word: number };

/** The words of a text in order, each in one of its forms. */
const grammarOf = (forms: readonly (readonly Form[])[]): Grammar => ({
  rule: forms
    .map((word) => `(${word.map(({ name, other }) => `/${other ? 1 : rightWeight}/ ${name}`).join(' | ')})`)
    .join(' '),
  words: forms.flat(),
});

/** The scores by frame: a segment's is spread over it. */
const byFrame = (segments: readonly Segment[]): number[] =>
  segments.flatMap(({ from, to, score }) => Array.from({ length: to - from + 1 }, () => score / (to - from + 1)));

/** How much worse the words fit than any sounds in the same frames, a frame. */
function lostFit(words: readonly Segment[], any: readonly number[]): number {
  const frames = words.flatMap(({ from, to }) => any.slice(from, to + 1));
  const best = frames.reduce((sum, score) => sum + score, 0);
  const own = words.reduce((sum, { score }) => sum + score, 0);
  return frames.length === 0 ? Number.POSITIVE_INFINITY : (best - own) / frames.length;
}

/** The words of a text that were heard with another sound, if the text was read at all. */
export async function compareSounds(
  pocketsphinx: Pocketsphinx,
  samples: Int16Array,
  words: readonly string[],
): Promise<HeardSounds> {
  const pronunciations = await loadPronunciations(pocketsphinx.dictionary, words);
  if (pronunciations.some((known) => known.length === 0)) return 'unknown_words';
  const forms = words.map((word, index) =>
    spokenForms(word, pronunciations[index] ?? []).map((form, n): Form => ({
      ...form,
      word: index,
      name: `w${index}n${n}`,
    })),
  );
  const byName = new Map(forms.flat().map((form) => [form.name, form]));
  const way = await runPocketsphinx(pocketsphinx, samples, grammarOf(forms));
  const spoken = way.filter(({ name }) => byName.has(name));
  if (spoken.length !== words.length) return 'other_words';
  const any = byFrame(await runPocketsphinx(pocketsphinx, samples, anySounds));
  if (lostFit(spoken, any) > worstFit) return 'other_words';
  return spoken.flatMap(({ name }): OtherSound[] => {
    const form = byName.get(name);
    return form?.other ? [{ word: form.word, ...form.other }] : [];
  });
}
