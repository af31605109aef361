import { choicesOf } from '../status.ts';

/** Chat services with settings of their own, and any other one with the same interface. */
const chatVendors = ['deepseek', 'qwen', 'kimi', 'zhipu', 'openai', 'compatible'] as const;

/** Services that speak. */
export const speechVendors = ['openai', 'tencent', 'compatible'] as const;

/** A compatible chat service behind another one: of a service without a name of its own, a second one is another company. */
export const secondCompatible = 'compatible_2';

/** Vendors that a call may be booked on: those of chats, and those that speak, hear, translate or judge. */
export const aiVendors = [...chatVendors, secondCompatible, 'tencent', 'aliyun'] as const;

/**
 * What a service was called for: a talk, a text to be spoken, speech to be written down, a line to be translated, words to be
 * judged, what to remember of a talk, its first line, notes of a long talk, the goals reached in it, mistakes in a learner's words,
 * the summary of a talk, a case of the lab, or the
 * test of the settings.
 */
export const usagePurposes = [
  'talk',
  'tts',
  'stt',
  'translate',
  'moderation',
  'memory',
  'opener',
  'notes',
  'goals',
  'correct',
  'report',
  'lab',
  'test',
] as const;

/** How a call ended: with its last word, ended by the caller, or broken off and refused. */
export const callState = { whole: 1, left: 2, failed: 3 } as const;
export const callStateChoices = choicesOf(callState, { whole: 'success', left: 'outline', failed: 'warning' });

/** What vendors count, each with its price: for a million, of recordings for an hour. */
export const priceUnits = ['tokens_in', 'tokens_out', 'characters', 'audio_hours', 'calls'] as const;

/** Whose cost a budget limits: that of everybody, of one purpose, of a vendor, of an agency's learners, or of a learner. */
export const budgetScope = {
  all: 'all',
  purpose: 'purpose',
  provider: 'provider',
  agency: 'agency',
  member: 'member',
} as const;
export const budgetScopeChoices = choicesOf(budgetScope, {
  all: 'info',
  purpose: 'outline',
  provider: 'outline',
  agency: 'outline',
  member: 'outline',
});
