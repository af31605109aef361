import type { Sentence, Token } from './tokens.ts';
import { verbIn } from './verbs.ts';
import { opensClause, wordClasses, type WordClass } from './word-classes.ts';

/**
 * Patterns are words with spaces between them. `a|b` is either, `@class` a word of a class, `=go` any form of a verb, `word?` may be missing,
 * `*3` up to three words, `**9` up to nine and the marks between them. Of no width: `^` begins the sentence, `<` a clause, `$` ends either, `$|and` also before `and`,
 * `!x` is not followed by x, `-x` does not follow x. `[` and `]` enclose what is to be replaced.
 */
type Test = (token: Token) => boolean;
type Step =
  | { kind: 'word'; test: Test; optional: boolean }
  | { kind: 'gap'; most: number; marks: boolean }
  | { kind: 'start' | 'clause' | 'open' | 'close' }
  | { kind: 'end'; test: Test }
  | { kind: 'next' | 'before'; test: Test };
export type Pattern = readonly Step[];

/** Where a pattern fits: its words by number, from 1, and the words of the span. */
export type Fit = { words: readonly (Token | null)[]; first: number; last: number };

const isClass = (name: string): name is WordClass => Object.hasOwn(wordClasses, name);

function testOf(source: string): Test {
  const tests = source.split('|').map((one): ((token: Token) => boolean) => {
    if (one.startsWith('@')) {
      const name = one.slice(1);
      if (!isClass(name)) throw new Error(`no word class ${name}`);
      const test = wordClasses[name];
      return ({ text, is_name, is_mark }) => !is_mark && (!is_name || name === 'any') && test(text);
    }
    if (one === '#name') return ({ is_name }) => is_name;
    if (one.startsWith('=')) {
      const base = one.slice(1);
      if (verbIn(base)?.verb.base !== base) throw new Error(`no verb ${base}`);
      return ({ text, is_name }) => !is_name && verbIn(text)?.verb.base === base;
    }
    return ({ text, is_name }) => !is_name && text === one;
  });
  return (token) => tests.some((test) => test(token));
}

function stepOf(atom: string): Step {
  if (atom === '^') return { kind: 'start' };
  if (atom === '<') return { kind: 'clause' };
  if (atom.startsWith('$')) return { kind: 'end', test: testOf(atom.slice(2)) };
  if (atom.startsWith('**')) return { kind: 'gap', most: Number(atom.slice(2)), marks: true };
  if (atom.startsWith('*')) return { kind: 'gap', most: Number(atom.slice(1)), marks: false };
  if (atom.startsWith('!')) return { kind: 'next', test: testOf(atom.slice(1)) };
  if (atom.startsWith('-')) return { kind: 'before', test: testOf(atom.slice(1)) };
  const optional = atom.endsWith('?') && atom !== '?';
  return { kind: 'word', test: testOf(optional ? atom.slice(0, -1) : atom), optional };
}

export function parsePattern(source: string): Pattern {
  return source.split(/\s+/).flatMap((atom): Step[] => {
    const open: Step[] = atom.startsWith('[') ? [{ kind: 'open' }] : [];
    const close: Step[] = atom.endsWith(']') ? [{ kind: 'close' }] : [];
    return [...open, stepOf(atom.replace(/^\[|\]$/g, '')), ...close];
  });
}

type State = { words: readonly (Token | null)[]; first: number; last: number };
type MatchState = { step: number; at: number; state: State };
/** Goes on with the next step at this word. */
type Go = (to: number, change?: Partial<State>) => State | null;

/** Up to so many words, the fewest first. */
function leap(
  { most, marks }: { most: number; marks: boolean },
  tokens: readonly Token[],
  go: (length: number) => State | null,
  at: number,
): State | null {
  for (let length = 0; length <= most; length += 1) {
    const fit = go(length);
    if (fit) return fit;
    const next = tokens[at + length];
    if (!next || (next.is_mark && !marks)) return null;
  }
  return null;
}

/** Whether a step of no width holds in front of a word. */
function holds(step: Step, tokens: readonly Token[], at: number): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]];
  switch (step.kind) {
    case 'start':
      return at === 0;
    case 'clause':
      return opensClause(before);
    case 'end':
      return !token || token.is_mark || step.test(token);
    case 'next':
      return !token || !step.test(token);
    case 'before':
      return !before || !step.test(before);
    default:
      return true;
  }
}

/** Follows a pattern from a word on; the first way that fits counts. */
function follow(pattern: Pattern, tokens: readonly Token[], { step, at, state }: MatchState): State | null {
  const one = pattern[step];
  if (!one) return state;
  const go: Go = (to, change = {}) =>
    follow(pattern, tokens, { step: step + 1, at: to, state: { ...state, ...change } });
  if (one.kind === 'open') return go(at, { first: at });
  if (one.kind === 'close') return go(at, { last: at - 1 });
  if (one.kind === 'gap') return leap(one, tokens, (length) => go(at + length), at);
  if (one.kind !== 'word') return holds(one, tokens, at) ? go(at) : null;
  const token = tokens[at];
  const fit = token && one.test(token) ? go(at + 1, { words: [...state.words, token] }) : null;
  return fit ?? (one.optional ? go(at, { words: [...state.words, null] }) : null);
}

/** The first place in a sentence where a pattern fits. */
export function fitPattern(pattern: Pattern, { tokens }: Sentence): Fit | null {
  for (let at = 0; at < tokens.length; at += 1) {
    const fit = follow(pattern, tokens, { step: 0, at, state: { words: [], first: at, last: at } });
    if (fit && fit.last >= fit.first) return fit;
  }
  return null;
}

/** Whether any word, or one of the words in a list, is in a sentence. */
export const hasWord = (source: string): ((sentence: Sentence) => boolean) => {
  const test = testOf(source);
  return ({ tokens }) => tokens.some(test);
};
