import type { Field } from '@kaike/shared/kit/field';
import type { Words } from './words/use-words.ts';

/** A choice of a field with its label. */
export type Choice = { value: string | number; label: string; tone: string };
/** The choices of a resource's fields, by field. */
export type Maps = Record<string, Choice[]>;

/** The choices of a field with their labels: as its own list shows them (`maps`), else as they are worded. */
export const choicesOf = (
  { choices = [] }: Field,
  { name, words, maps = {} }: { name: string; words: Pick<Words, 'choice'>; maps?: Maps },
): Choice[] =>
  choices.map(
    ({ value, key, tone = 'default' }) =>
      maps[name]?.find((choice) => choice.value === value) ?? { value, label: words.choice(name, key), tone },
  );
