import type { Fit } from './pattern.ts';
import type { Token } from './tokens.ts';
import { verbIn, withS, wrongPasts } from './verbs.ts';
import {
  comparativeOf,
  comparatives,
  pluralOf,
  plurals,
  soundsOpen,
  superlatives,
  wrongPlurals,
} from './word-lists.ts';

const subjects: Readonly<Record<string, string>> = { me: 'I', him: 'he', her: 'she', us: 'we', them: 'they' };
const objects: Readonly<Record<string, string>> = { i: 'me', he: 'him', she: 'her', we: 'us', they: 'them' };
const possessives: Readonly<Record<string, string>> = {
  i: 'my',
  he: 'his',
  she: 'her',
  we: 'our',
  they: 'their',
  you: 'your',
  mine: 'my',
  yours: 'your',
  hers: 'her',
  ours: 'our',
  theirs: 'their',
};
const selves: Readonly<Record<string, string>> = {
  i: 'myself',
  me: 'myself',
  my: 'myself',
  him: 'himself',
  he: 'himself',
  her: 'herself',
  them: 'themselves',
  your: 'yourself',
};
const singles: Readonly<Record<string, string>> = { these: 'this', those: 'that', are: 'is', were: 'was', have: 'has' };
const manies: Readonly<Record<string, string>> = { is: 'are', was: 'were', has: 'have', "'s": "'re" };
const capital = (word: string): string => (word === 'i' ? 'I' : word);

const be: Readonly<Record<string, string>> = {
  i: 'am',
  he: 'is',
  she: 'is',
  it: 'is',
  we: 'are',
  they: 'are',
  you: 'are',
};
const was = (subject: string): string => (/^(?:we|they|you)$/.test(subject) ? 'were' : 'was');
const isThird = (subject: string): boolean => be[subject] === 'is' || be[subject] === undefined;

/** What a template can make of a word: `$2:ing`. */
const changes: Readonly<Record<string, (word: string) => string>> = {
  base: (word) => verbIn(word)?.verb.base ?? word,
  s: (word) => verbIn(word)?.verb.s ?? withS(word),
  past: (word) => wrongPasts.get(word) ?? verbIn(word)?.verb.past ?? word,
  pp: (word) => verbIn(word)?.verb.pp ?? word,
  ing: (word) => verbIn(word)?.verb.ing ?? word,
  plural: pluralOf,
  singular: (word) => plurals.get(word) ?? word,
  real: (word) => wrongPlurals.get(word) ?? word,
  subj: (word) => subjects[word] ?? word,
  obj: (word) => objects[word] ?? word,
  poss: (word) => possessives[word] ?? word,
  self: (word) => selves[word] ?? 'myself',
  comp: comparativeOf,
  plain: (word) => comparatives.get(word) ?? superlatives.get(word) ?? word,
  be: (word) => be[word] ?? 'is',
  was,
  ed: (word) => word.replace(/ing$/, 'ed'),
  ingly: (word) => word.replace(/ied$/, 'ying').replace(/ed$/, 'ing'),
  ly: (word) => (word.endsWith('y') ? `${word.slice(0, -1)}ily` : word.replace(/le$/, 'l') + 'ly'),
  noly: (word) => word.replace(/ily$/, 'y').replace(/ly$/, ''),
  one: (word) => singles[word] ?? word,
  many: (word) => manies[word] ?? word,
  rainy: (word) => `${word}y`,
  has: (word) => (isThird(word) ? 'has' : 'have'),
};

/** Another verb in the form of this one: `took` of `ate` and `take`. */
function inFormOf(word: string, base: string): string {
  const [form = 'base'] = verbIn(word)?.forms ?? [];
  return verbIn(base)?.verb[form] ?? base;
}
const changed = (word: string, change: string): string => changes[change]?.(word) ?? inFormOf(word, change);

/** `a` or `an`, by the word behind. */
const withArticle = (text: string): string =>
  text.replace(/\ban? ([a-z]+)/gi, (_all, word: string) => `${soundsOpen(word.toLowerCase()) ? 'an' : 'a'} ${word}`);

/** What replaces the span, as it was written there: a capital letter at the beginning stays one, and that of `I` where a sentence begins. */
export function writeFix(template: string, { words }: Fit, original: string, opensSentence: boolean): string {
  const raw = template.replace(/\$(\d)(?::([a-z]+))?/g, (_all, number: string, change?: string) => {
    const word: Token | null | undefined = words[Number(number) - 1];
    if (!word) return '';
    const text = change ? changed(word.text, change) : word.text;
    return capital(text);
  });
  const text = withArticle(raw.replace(/\s+/g, ' ').replace(/ '/g, "'").trim());
  return /^\p{Lu}/u.test(original) && (opensSentence || !/^I(?:$|['’ ])/.test(original))
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : text;
}
