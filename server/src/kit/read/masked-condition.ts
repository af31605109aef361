import { sql, type RawBuilder } from 'kysely';
import type { Field } from '@kaike/shared/kit/field';

type Mask = NonNullable<Field['masked']>;
type Text = RawBuilder<unknown>;

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (symbol) => `\\${symbol}`);

/** The parts of a value that stay visible when masked, as SQL; the rules are those of `maskValue`. */
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

/** Whether a value equals the text, or contains it in its visible part, so that nobody can guess the hidden part piece by piece. */
export function maskedCondition(column: Text, mask: Mask, text: string): RawBuilder<boolean> {
  const part = `%${escapeLike(text)}%`;
  const ends = shownEnds[mask](column).map((end) => sql`${end} ilike ${part}`);
  // The first condition is for the index; the others filter its rows.
  return sql<boolean>`(${column} ilike ${part} and (${sql.join([sql`${column} ilike ${escapeLike(text)}`, ...ends], sql` or `)}))`;
}
