import type { Choice } from '../../kit/field.ts';

/** What a question is about; the headings of the help page, in this order. */
export const faqTopicChoices = [
  { value: 'learning', key: 'learning' },
  { value: 'cards', key: 'cards' },
  { value: 'orders', key: 'orders' },
  { value: 'account', key: 'account' },
] as const satisfies readonly Choice<string>[];

export type FaqTopic = (typeof faqTopicChoices)[number]['value'];
