import { sql, type RawBuilder } from 'kysely';
import type { Field } from '@kaike/shared/kit/field';

type Mask = NonNullable<Field['masked']>;
type Text = RawBuilder<unknown>;

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (symbol) => `\\${symbol}`);

/** The ends of a value that its mask leaves, as SQL; the rules are those of `maskValue`. */
const shownEnds: Record<Mask, (column: Text) => Text[]> = {
  mobile: (column) => [
    sql`case when length(${column}) >= 7 then left(${column}, 3) end`,
    sql`right(${column}, case when length(${column}) >= 7 then 4 else 2 end)`,
  ],
  email: (column) => [sql`left(${column}, 1)`, sql`substring(${column} from '(?<=.)@[^@]*$')`],
  id_card: (column) => [
    sql`case when length(${column}) > 7 then left(${column}, 3) end`,
    sql`case when length(${column}) > 7 then right(${column}, 4) end`,
  ],
};

/** Whether a value is the text, or shows it in spite of its mask: nobody can look the hidden part up piece by piece. */
export function maskedCondition(column: Text, mask: Mask, text: string): RawBuilder<boolean> {
  const part = `%${escapeLike(text)}%`;
  const ends = shownEnds[mask](column).map((end) => sql`${end} ilike ${part}`);
  // The first condition is for the index; the others say which of its rows count.
  return sql<boolean>`(${column} ilike ${part} and (${sql.join([sql`${column} ilike ${escapeLike(text)}`, ...ends], sql` or `)}))`;
}
