import { chinaRules } from './china-rules.ts';
import { choiceRules } from './choice-rules.ts';
import { fileRules } from './file-rules.ts';
import { networkRules } from './network-rules.ts';
import { numberRules } from './number-rules.ts';
import { presenceRules } from './presence-rules.ts';
import type { Rule } from './rule.ts';
import { textRules } from './text-rules.ts';

const all = {
  ...presenceRules,
  ...textRules,
  ...numberRules,
  ...choiceRules,
  ...networkRules,
  ...fileRules,
  ...chinaRules,
};

export type RuleName = keyof typeof all;

/** Every rule of the product, by name. Any other name in a definition is an error. */
export const rules: Readonly<Record<RuleName, Rule>> = all;

const byName = new Map<string, Rule>(Object.entries(rules));

/** The rule of that name, or undefined. */
export function findRule(name: string): Rule | undefined {
  return byName.get(name);
}
