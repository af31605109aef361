import type { Field } from '@kaike/shared/kit/field';
import { formatMoney } from '@kaike/shared/kit/format';
import type { ResourceWording } from '../../words/use-words.ts';

type Ask = {
  label: string;
  /** Rows it is about. */
  count: number;
  words: Pick<ResourceWording, 't' | 'count'>;
  fields?: readonly [string, Field][];
  values?: Readonly<Record<string, unknown>>;
};

/** The verb of a button that confirms, with its number: the amount that moves, or how many rows it is about when there are several. */
export function buttonText({ label, count, words, fields = [], values = {} }: Ask): string {
  const [amount] = fields.flatMap(([key, { kind, of_row: bound }]) => {
    const value = values[key];
    return kind === 'money' && bound !== undefined && typeof value === 'number' ? [value] : [];
  });
  if (amount !== undefined) return `${label} ${formatMoney(amount, { decimals: 2 })}`;
  return count > 1 ? words.t('kit.button', { verb: label, what: words.count(count) }) : label;
}
