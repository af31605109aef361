import { cefrLevels, type CefrLevel } from '@kaike/shared/domain/people/people';
import { fitPattern, hasWord, parsePattern, type Pattern } from './pattern.ts';
import { allRules, type MistakeRule } from './rules/rules.ts';
import { parseSentences, type Sentence } from './tokens.ts';
import { writeFix } from './write-fix.ts';

/** A mistake: the characters `from` up to `to` of the text, and what belongs there instead; nothing means that they are too many. */
export type Mistake = { code: string; from: number; to: number; fix: string };

type ReadRule = MistakeRule & { patterns: readonly Pattern[]; fits: (sentence: Sentence) => boolean };

function readRule(rule: MistakeRule): ReadRule {
  const [needed, excluded] = [rule.with && hasWord(rule.with), rule.without && hasWord(rule.without)];
  return {
    ...rule,
    patterns: rule.match.map(parsePattern),
    fits: (sentence) =>
      (rule.question === undefined || rule.question === sentence.is_question) &&
      (!needed || needed(sentence)) &&
      !(excluded && excluded(sentence)),
  };
}
const rules = allRules.map(readRule);

function mistakesIn(rule: ReadRule, sentence: Sentence): Mistake[] {
  for (const [index, pattern] of rule.patterns.entries()) {
    const fit = fitPattern(pattern, sentence);
    const [begin, last] = fit ? [sentence.tokens[fit.first], sentence.tokens[fit.last]] : [];
    if (!fit || !begin || !last) continue;
    const replacement = writeFix(
      rule.fix[Math.min(index, rule.fix.length - 1)] ?? '',
      fit,
      sentence.text.slice(begin.from, last.to),
      fit.first === 0,
    );
    // Of `I'm agree` the whole is replaced: `'m` alone is no word.
    const owner =
      begin.text.startsWith("'") && !replacement.startsWith("'") ? sentence.tokens[fit.first - 1] : undefined;
    const first = owner ?? begin;
    const original = sentence.text.slice(first.from, last.to);
    const fix = owner ? `${sentence.text.slice(owner.from, owner.to)} ${replacement}` : replacement;
    if (fix.toLowerCase() !== original.toLowerCase()) return [{ code: rule.code, from: first.from, to: last.to, fix }];
  }
  return [];
}

type Span = Pick<Mistake, 'from' | 'to'>;

export const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

/**
 * The mistakes that a learner of this level made in an English text, in the order of the rules that find them: the first of two that
 * overlap counts. Style, names and spelling are no mistakes here.
 */
export function findMistakes(text: string, level: CefrLevel): Mistake[] {
  const reached = cefrLevels.indexOf(level);
  const mistakes: Mistake[] = [];
  for (const sentence of parseSentences(text))
    for (const rule of rules) {
      if ((rule.from && cefrLevels.indexOf(rule.from) > reached) || !rule.fits(sentence)) continue;
      for (const mistake of mistakesIn(rule, sentence))
        if (!mistakes.some((one) => overlaps(one, mistake))) mistakes.push(mistake);
    }
  return mistakes;
}
