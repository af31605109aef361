import { spaceCjk } from '../kit/cjk-spacing.ts';
import type { Translate } from '../kit/wording.ts';
import type { RuleFailure } from './engine.ts';
import { findRule } from './rules.ts';

/** The message for a failed rule, from `validations.messages.<rule>`, or the default message. */
export function failureMessage(t: Translate, failure: RuleFailure, fieldLabel: string): string {
  const names = findRule(failure.rule)?.params ?? [];
  const params: Record<string, string> = { field: fieldLabel };
  names.forEach((name, index) => {
    const isLast = index === names.length - 1;
    params[name] = isLast ? failure.params.slice(index).join(', ') : (failure.params[index] ?? '');
  });
  const key = `validations.messages.${failure.rule}`;
  const text = t(key, params);
  return spaceCjk(text === key ? t('validations.default', { field: fieldLabel }) : text);
}
