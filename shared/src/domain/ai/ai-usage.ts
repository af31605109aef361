import { choicesOf } from '../status.ts';

/** Chat services with settings of their own, and any other one with the same interface. */
export const chatVendors = ['deepseek', 'qwen', 'kimi', 'zhipu', 'openai', 'compatible'] as const;

/** What a service was called for: a learner's talk, or the test of the settings. */
export const usagePurposes = ['talk', 'test'] as const;

/** How a call ended: with its last word, ended by the caller, or broken off and refused. */
export const callState = { whole: 1, left: 2, failed: 3 } as const;
export const callStateChoices = choicesOf(callState, { whole: 'success', left: 'outline', failed: 'warning' });

/** What vendors count, each with its price. */
export const priceUnits = ['tokens_in', 'tokens_out'] as const;
