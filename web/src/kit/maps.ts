import type { Field } from '@kaike/shared/kit/field';
import type { ResourceWording } from './words/use-words.ts';

/** A choice of a field with its label. */
export type MappedChoice = { value: string | number; label: string; tone: string };
/** The choices of a resource's fields, by field. */
export type ChoiceMaps = Record<string, MappedChoice[]>;

/** The choices of a field with their labels: as its own list shows them (`maps`), else as they are worded. */
export const choicesOf = (
  { choices = [] }: Field,
  { name, words, maps = {} }: { name: string; words: Pick<ResourceWording, 'choice'>; maps?: ChoiceMaps },
): MappedChoice[] =>
  choices.map(
    ({ value, key, tone = 'default' }) =>
      maps[name]?.find((choice) => choice.value === value) ?? { value, label: words.choice(name, key), tone },
  );
