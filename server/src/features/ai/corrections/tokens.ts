/** A word of a sentence, where it stands, and what is known of it without its neighbours. */
export type Token = {
  /** Small letters, straight apostrophes; a contraction is two words: `i` and `'m`. */
  text: string;
  from: number;
  to: number;
  /** A mark: no pattern crosses it, but one that names it. */
  is_mark: boolean;
  /** A capital letter within the sentence: nothing is known of names. */
  is_name: boolean;
};
export type Sentence = {
  tokens: readonly Token[];
  /** Ends with a question mark. */
  is_question: boolean;
  text: string;
  /** Of `tokens[0]`, where the sentence stands in a longer text. */
  from: number;
};

const maxCharacters = 4000;
const piece = /\d+(?::\d+)?(?:st|nd|rd|th)?|[\p{L}]+(?:['’][\p{L}]+)*|['’]s\b|[^\s\p{L}\d]/gu;
/** `don't` stays one word, as it has one place in a pattern; `I'm` does not. */
const contraction = /^(.+)('(?:m|re|ve|ll|d|s))$/;
const calendar =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|english|chinese|french|japanese|tv|i)$/;

function isName(raw: string, text: string, isFirst: boolean): boolean {
  return !isFirst && /^\p{Lu}/u.test(raw) && !calendar.test(text);
}

function tokensOf(text: string, from: number): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(piece)) {
    const raw = match[0].replaceAll('’', "'");
    const start = from + match.index;
    const small = raw.toLowerCase();
    const isFirst = tokens.length === 0;
    const parts = contraction.exec(small);
    const [, head = small, tail = ''] = parts ?? [];
    const add = (word: string, at: number, nameable: boolean): void => {
      tokens.push({
        text: word,
        from: at,
        to: at + word.length,
        is_mark: !/[\p{L}\d]/u.test(word),
        is_name: nameable && isName(raw, head, isFirst),
      });
    };
    add(head, start, true);
    if (tail) add(tail, start + head.length, false);
  }
  const [first, second] = tokens;
  // `Lily Price is here`: two capitals at the beginning are a name, too.
  if (first && second?.is_name && /^\p{Lu}/u.test(text.trimStart()) && first.text !== 'i')
    first.is_name = /^\p{Lu}\p{Ll}/u.test(text.trimStart()) && !starters.has(first.text);
  return tokens;
}
/** Begin sentences in front of a name. */
const starters = new Set(
  `my your his her our their the a an is are was were do does did can could will would in on at to from with and but because when if he she it we they you there this that
  yesterday last have has how what where why who although since after before every one let please go went`.split(/\s+/),
);

/** The sentences of a text, each with its words. */
export function parseSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  for (const match of text.slice(0, maxCharacters).matchAll(/[^.?!;\n。？！；]+[.?!;\n。？！；]*/g)) {
    const tokens = tokensOf(match[0].replace(/[.?!;\n。？！；]+$/, ''), match.index);
    if (tokens.length > 0) sentences.push({ tokens, is_question: /[?？]/.test(match[0]), text, from: match.index });
  }
  return sentences;
}
