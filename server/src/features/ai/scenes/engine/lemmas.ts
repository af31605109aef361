/** Irregular forms, each line a base form and what stands for it. */
const irregular = `be am is are was were been being|have has had having|do does did done doing|go goes went gone going
get got gotten|make made|take took taken|come came|see saw seen|say said|give gave given|find found|think thought|know knew known
buy bought|bring brought|eat ate eaten|drink drank drunk|sleep slept|feel felt|keep kept|leave left|lose lost|pay paid|send sent
spend spent|speak spoke spoken|stand stood|sit sat|swim swam swum|run ran|read|write wrote written|wear wore worn|tear tore torn
meet met|tell told|teach taught|understand understood|wake woke woken|break broke broken|drive drove driven|fly flew flown
forget forgot forgotten|begin began begun|choose chose chosen|hear heard|hold held|let|lie lay lain lying|put|ring rang rung
sell sold|show shown|sing sang sung|steal stole stolen|throw threw thrown|win won|hurt|cut|cost|catch caught|build built
child children|man men|woman women|person people|foot feet|tooth teeth|knife knives|wife wives|life lives|half halves
good better best|bad worse worst|will would|can could|shall should|may might
grow grew grown|fall fell fallen|become became|lead led|mean meant|rise rose risen|shake shook shaken|hang hung|hide hid hidden
shine shone|shoot shot|beat beaten|feed fed|fight fought|draw drew drawn|lend lent|light lit|ride rode ridden|sink sank sunk
blow blew blown|freeze froze frozen|stick stuck|strike struck|swear swore sworn|sweep swept|deal dealt|dig dug|bend bent|bleed bled
dream dreamt|learn learnt|burn burnt|smell smelt|spell spelt|spill spilt|spoil spoilt|kneel knelt|seek sought|slide slid|sting stung
forgive forgave forgiven|misunderstand misunderstood|sew sewn|prove proven|withdraw withdrew withdrawn|rewrite rewrote rewritten
bite bitten|die dying|tie tying|agree agreed|disagree disagreed|free freed|guarantee guaranteed|ski skied|panic panicked panicking
breathe breathed breathing|paste pasted pasting|mouse mice|goose geese|loaf loaves|shelf shelves|scarf scarves|thief thieves|wolf wolves
self selves|quiz quizzes|policeman policemen|policewoman policewomen|businessman businessmen|fisherman fishermen|gentleman gentlemen`;

const baseOf = new Map(
  irregular.split(/[|\n]/).flatMap((entry) => {
    const [base = '', ...forms] = entry.split(' ');
    return forms.map((form): [string, string] => [form, base]);
  }),
);

/** The base of an irregular form, such as `go` of `went`. */
export const irregularBaseOf = (word: string): string | undefined => baseOf.get(word);

const isStem = (text: string): boolean => text.length >= 3;
const undoubled = (stem: string): string => stem.replace(/([bdgklmnprt])\1$/, '$1');

/** What is left without an ending; a wrong guess is a word that nothing matches. */
function stemsOf(word: string): string[] {
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`];
  if (word.endsWith('ied')) return [`${word.slice(0, -3)}y`];
  if (/(?:ss|us|is)$/.test(word)) return [];
  if (word.endsWith('es')) return [word.slice(0, -1), word.slice(0, -2)];
  if (word.endsWith('s')) return [word.slice(0, -1)];
  const ending = /(?:ing|ed)$/.exec(word)?.[0];
  if (!ending) return [];
  const stem = word.slice(0, -ending.length);
  return [stem, `${stem}e`, undoubled(stem)];
}

/** The word itself and the base forms it may have: `went` is also `go`, `stopped` also `stop`. */
export function formsOf(word: string): string[] {
  const base = irregularBaseOf(word);
  return base ? [word, base] : [word, ...stemsOf(word).filter(isStem)];
}

/** Shortest word in which one wrong letter is forgiven. */
const longEnough = 5;

/** Words of every talk that are one letter from others: `later` is no misspelt `water`. Those that learners do confuse are not here. */
const ownWords: ReadonlySet<string> = new Set(
  `later never other there these three where would could shall might light night right think thing thank better letter lower
   round point while short shout nearly neither rather lovely lonely sorry worry master match mouth might means power river`
    .trim()
    .split(/\s+/),
);

/** Whether an answer's word may be a misspelling of what is expected. */
export const mayBeMisspelt = (word: string): boolean => !ownWords.has(word);

/** Whether two words differ by at most one letter missing, added, changed or swapped with its neighbour. */
export function isNear(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < longEnough || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}
