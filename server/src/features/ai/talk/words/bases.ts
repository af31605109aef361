import { irregularBaseOf } from '../../scenes/public.ts';

/** Adjectives that compare by an ending. Of other words in -er and -est nothing is cut: `corner` is not of `corn`. */
const compared = new Set(
  `angry big bitter black brave bright broad busy calm cheap clean clear clever close cloudy cold cool crazy cruel curly cute dark
  deep dirty dry dusty early easy empty fair fancy fast fat few fine firm fit flat fresh friendly funny gentle great green greedy guilty
  happy hard healthy heavy high hot huge hungry juicy keen kind large late lazy light likely lively lonely long loose loud lovely low
  lucky mad mild narrow nasty naughty near neat new nice noisy odd old pale pink plain pleasant polite poor pretty proud pure quick
  quiet rainy rare raw ready rich risky rough round rude sad safe salty scary shallow sharp shiny short shy sick silly simple slim slow
  small smart smooth soft soon sour spicy steep sticky stiff strange strict strong sunny sure sweet tall tasty thick thin thirsty tidy
  tight tiny tough true ugly unhappy urgent warm weak wealthy weird wet white wide wild windy wise young yummy`.split(
    /\s+/,
  ),
);

/** Whether a stem lost an e: `hop` of `hoping`, for `hop` itself would double its last letter. */
const lostE = (stem: string): boolean => /^[^aeiou]*(?:qu)?[aeiou][^aeiouwxy]$/.test(stem);
const undoubled = (stem: string): string => stem.replace(/([bdfgklmnprtvz])\1$/, '$1');

function verbsOf(word: string, ending: string): string[] {
  const stem = word.slice(0, -ending.length);
  if (stem.length < 2 || !/[aeiouy]/.test(stem)) return [];
  return lostE(stem) ? [`${stem}e`] : [stem, undoubled(stem), `${stem}e`];
}

/** Words that end as adjectives that compare do, less the ending. */
function adjectivesOf(word: string, ending: string): string[] {
  const stem = word.slice(0, -ending.length);
  return [stem, undoubled(stem), `${stem}e`, stem.replace(/i$/, 'y')].filter((one) => compared.has(one));
}

function withoutS(word: string): string[] {
  if (/(?:ss|us|is)$/.test(word)) return [];
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  return /(?:[sxzo]|[cs]h)es$/.test(word) ? [word.slice(0, -1), word.slice(0, -2)] : [word.slice(0, -1)];
}

/** Bases an English word in small letters may have, the likeliest first: `stop` of `stopped`. One that is no word is in no list. */
export function basesOf(word: string): string[] {
  const irregular = irregularBaseOf(word);
  if (irregular !== undefined) return [irregular];
  const [owner] = word.split("'s");
  if (owner && word === `${owner}'s`) return [owner, ...basesOf(owner)];
  if (word.length < 4) return [];
  if (word.endsWith('s')) return withoutS(word);
  if (word.endsWith('ied')) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  if (word.endsWith('eed')) return [];
  for (const ending of ['ing', 'ed']) if (word.endsWith(ending)) return verbsOf(word, ending);
  for (const ending of ['er', 'est']) if (word.endsWith(ending)) return adjectivesOf(word, ending);
  return [];
}
