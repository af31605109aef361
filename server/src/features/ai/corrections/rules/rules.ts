import { nounRules } from './noun-rules.ts';
import { orderRules } from './order-rules.ts';
import { prepositionRules } from './preposition-rules.ts';
import type { MistakeRule } from './rule.ts';
import { tenseRules } from './tense-rules.ts';
import { timeRules } from './time-rules.ts';
import { verbRules } from './verb-rules.ts';
import { wordRules } from './word-rules.ts';

export type { MistakeRule } from './rule.ts';
/** Of two rules that find the same words, the first counts: what names a certain expression comes before what is general. */
export const allRules: readonly MistakeRule[] = [
  ...wordRules,
  ...orderRules,
  ...prepositionRules,
  ...timeRules,
  ...verbRules,
  ...tenseRules,
  ...nounRules,
];
