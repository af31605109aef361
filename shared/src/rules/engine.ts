import { isEmpty } from './presence-rules.ts';
import type { Check, Rule, RuleContext } from './rule.ts';
import { findRule } from './rules.ts';

export type RuleFailure = { readonly rule: string; readonly params: readonly string[] };

export type ParsedRule = {
  readonly name: string;
  readonly params: readonly string[];
  readonly check: Check;
  readonly presence: boolean;
  /** The rule used instead when the value is a number. */
  readonly numeric: ParsedRule | null;
};

export type CheckContext = RuleContext & {
  /** Stop at the first failure; true by default. */
  readonly bail?: boolean;
};

/** Throws when the rule is given a parameter that it would ignore, or lacks one. */
function assertCount(name: string, { params: names = [], counts }: Rule, params: readonly string[]): void {
  const [least, most] = counts ?? [names.length, names.length];
  const count = params.length;
  if (count >= least && count <= most) return;
  const expected = least === most ? String(least) : most === Infinity ? `${least} or more` : `${least} to ${most}`;
  throw new Error(`Rule "${name}" takes ${expected} parameters, not ${count}: "${params.join(',')}"`);
}

const parsed = new Map<string, readonly ParsedRule[]>();

function buildRule(name: string, paramText: string): ParsedRule {
  const rule = findRule(name);
  if (!rule) throw new Error(`Unknown rule "${name}"`);
  const rawParams = paramText === '' ? [] : rule.raw ? [paramText] : paramText.split(',').map((param) => param.trim());
  const params = rawParams.length > 0 ? rawParams : (rule.defaults ?? []);
  assertCount(name, rule, params);
  const check = rule.make(params);
  return {
    name,
    params,
    check: rule.whole
      ? check
      : (value, context) =>
          Array.isArray(value) ? value.every((member) => check(member, context)) : check(value, context),
    presence: rule.presence ?? false,
    numeric: rule.numeric ? buildRule(rule.numeric, paramText) : null,
  };
}

function parseRule(text: string): ParsedRule {
  const colon = text.indexOf(':');
  return colon < 0 ? buildRule(text.trim(), '') : buildRule(text.slice(0, colon).trim(), text.slice(colon + 1));
}

/**
 * Parses `'required|mobile|max:20'`, or an array of single rules, required for a `regex` containing `|`.
 * Throws on an unknown rule, on an invalid parameter, and on one too many or too few. Results are cached, because definitions are few.
 */
export function parseRules(rules: string | readonly string[]): readonly ParsedRule[] {
  const key = typeof rules === 'string' ? rules : `\n${rules.join('\n')}`;
  const cached = parsed.get(key);
  if (cached) return cached;
  const parts = typeof rules === 'string' ? rules.split('|') : rules;
  const result = parts.filter((part) => part.trim() !== '').map(parseRule);
  parsed.set(key, result);
  return result;
}

/** The rules the value fails. Never throws, whatever the value; an empty value can only fail a presence rule. */
export function checkValue(value: unknown, rules: string | readonly string[], context: CheckContext): RuleFailure[] {
  const failures: RuleFailure[] = [];
  const skips = isEmpty(value);
  const isNumber = context.type === 'number' || (context.type === undefined && typeof value === 'number');
  for (const declared of parseRules(rules)) {
    if (skips && !declared.presence) continue;
    const rule = isNumber && declared.numeric ? declared.numeric : declared;
    if (rule.check(value, context)) continue;
    failures.push({ rule: rule.name, params: rule.params });
    if (context.bail ?? true) break;
  }
  return failures;
}
