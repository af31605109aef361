import type { Token } from './tokens.ts';
import { verbIn, wrongPasts, type VerbForm } from './verbs.ts';
import {
  adjectives,
  comparatives,
  jobs,
  notOnlyAdjectives,
  nouns,
  nounVerbs,
  people,
  plurals,
  predicates,
  shortAdjectives,
  soundsOpen,
  superlatives,
  timeNouns,
  uncountable,
  wrongPlurals,
} from './word-lists.ts';

const oneOf = (text: string): ((word: string) => boolean) => {
  const words = new Set(text.split(' '));
  return (word) => words.has(word);
};
const isForm =
  (form: VerbForm) =>
  (word: string): boolean =>
    verbIn(word)?.forms.has(form) === true;
/** A form that cannot be the base of the same verb: not `put` or `read`. */
const isOnly =
  (form: VerbForm) =>
  (word: string): boolean => {
    const forms = verbIn(word)?.forms;
    return (
      forms?.has(form) === true && !forms.has('base') && !oneOf('saw felt fell found ground lay left thought')(word)
    );
  };
const isBase = (word: string): boolean => {
  const forms = verbIn(word)?.forms;
  return forms?.has('base') === true && !forms.has('past');
};
const months = 'january february march april may june july august september october november december';
const days = 'monday tuesday wednesday thursday friday saturday sunday';
const numbers =
  'two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty hundred';

/** The classes that patterns name: `@base` is the base form of a verb of the list, and so on. */
export const wordClasses = {
  subj: oneOf('i he she it we they you'),
  person: (word) => people.has(word),
  obj: oneOf('me him us them you'),
  poss: oneOf('my your his her its our their'),
  det: oneOf('a an the my your his her its our their this that these those some any every each no'),
  the: oneOf('the my your his her our their'),
  modal: oneOf("can could will would should must may might can't couldn't won't wouldn't shouldn't mustn't cannot 'll"),
  be: oneOf("am is are was were 'm 're 's"),
  now: oneOf("am is are 'm 're 's"),
  not: oneOf("don't doesn't didn't"),
  aux: oneOf(
    "do does did don't doesn't didn't can could will would should must may might let make see hear watch help have help makes made lets saw heard watched and or to",
  ),
  adv: oneOf('always usually often sometimes never also really just already still only ever'),
  very: oneOf('very so really quite too'),
  base: isBase,
  /** Not a noun as well. */
  act: (word) => isBase(word) && !nounVerbs.has(word) && word !== 'be',
  /** Cannot follow `be`. */
  deed: (word) => isBase(word) && !predicates.has(word) && word !== 'be',
  noundeed: (word) => nounVerbs.has(word),
  s: (word) => isForm('s')(word) && word !== 'is',
  past: isOnly('past'),
  /** The past of verbs whose participle differs: `went`, `saw`. */
  went: (word) => {
    const entry = verbIn(word);
    return entry !== undefined && entry.forms.has('past') && !entry.forms.has('pp') && !entry.forms.has('base');
  },
  pp: (word) => isForm('pp')(word),
  ing: isForm('ing'),
  wrongpast: (word) => wrongPasts.has(word),
  noun: (word) => nouns.has(word),
  nouns: (word) => plurals.has(word),
  uncountable: (word) => uncountable.has(word),
  wrongplural: (word) => wrongPlurals.has(word),
  job: (word) => jobs.has(word),
  /** What may go on with a compound: `two coffee shops`. */
  more: (word) =>
    nouns.has(word) ||
    plurals.has(word) ||
    uncountable.has(word) ||
    timeNouns.has(word) ||
    nounVerbs.has(word) ||
    isForm('ing')(word) ||
    adjectives.has(word) ||
    oneOf('of old - and or games cabinet switch stand bulb game time room number')(word),
  adj: (word) => adjectives.has(word),
  /** Nothing but an adjective. */
  plainadj: (word) => adjectives.has(word) && !notOnlyAdjectives.has(word),
  short: (word) => shortAdjectives.has(word),
  comp: (word) => comparatives.has(word),
  sup: (word) => superlatives.has(word),
  num: (word) => oneOf(numbers)(word) || /^(?:[2-9]|\d\d+)$/.test(word),
  hour: (word) =>
    oneOf('one two three four five six seven eight nine ten eleven twelve')(word) || /^(?:1?\d|\d+:\d\d)$/.test(word),
  year: (word) => /^(?:19|20)\d\d$/.test(word),
  ord: (word) => /^\d+(?:st|nd|rd|th)$/.test(word),
  day: oneOf(days),
  month: oneOf(months),
  period: oneOf(`week month year weekend morning afternoon evening night summer winter spring autumn ${days}`),
  times: oneOf('year years month months week weeks day days hour hours minutes'),
  open: soundsOpen,
  closed: (word) => /^[a-z]{2,}$/.test(word) && !soundsOpen(word),
  sport: oneOf('basketball football badminton tennis volleyball soccer chess cards ping-pong games game'),
  any: () => true,
} satisfies Record<string, (word: string) => boolean>;
export type WordClass = keyof typeof wordClasses;

/** Words behind which a clause begins. `and` is none: what stands before it may be part of the subject. */
const clauseOpeners = oneOf(
  ', but because if when so that think hope although though while then know say says said yesterday today',
);
export const opensClause = (before: Token | undefined): boolean => before === undefined || clauseOpeners(before.text);
