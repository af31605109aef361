import { sql, type RawBuilder } from 'kysely';
import { normalizeKeyword } from '@kaike/shared/kit/text/normalize-text';
import { spellingsOf } from '../../core/chinese/chinese-script.ts';
import { escapeLike } from './masked-condition.ts';

/** Maximum words of a keyword; further ones are ignored. */
const maxWords = 5;

const han = '\\p{Script=Han}';
/** Between Chinese and other letters a blank may stand or not. */
const borders = new RegExp(`(?<=${han})(?=[a-z\\d])|(?<=[a-z\\d])(?=${han})`, 'gu');
/** Marks that are typed wide or narrow, and the dots of names, stand for any one sign. */
const marks = /[()（）[\]［］:：;；,，!！?？"＂'＇·•‧∙⋅・･「」“”‘’《》【】、。]/g;

/** A word as a pattern to be found anywhere in a text. A mark alone is what is looked for. */
const patternOf = (word: string): string =>
  /[\p{L}\p{N}]/u.test(word) ? escapeLike(word).replace(marks, '_').replace(borders, '%') : escapeLike(word);

/**
 * A keyword as patterns of `ilike`, without the signs for what is around them: for each way it may be spelled, its words, all of which a
 * text has to hold.
 */
export function keywordPatterns(keyword: string): string[][] {
  const spellings = spellingsOf(normalizeKeyword(keyword));
  // What is stored may be wide, too.
  const typed = keyword.trim().toLowerCase();
  const all = typed === spellings[0] ? spellings : [...spellings, typed];
  const patterns = all.map((text) => [...new Set(text.split(/\s+/))].slice(0, maxWords).map(patternOf));
  return [...new Map(patterns.map((words) => [words.join(' '), words])).values()];
}

/** Whether a text holds the keyword; with `before` empty, whether its first word is what the text begins with. */
export function holdsPatterns(
  column: RawBuilder<unknown>,
  patterns: readonly (readonly string[])[],
  before: '%' | '' = '%',
): RawBuilder<boolean> {
  const each = patterns.map(
    (words) =>
      sql`(${sql.join(
        words.map((word, place) => sql`${column} ilike ${`${place === 0 ? before : '%'}${word}%`}`),
        sql` and `,
      )})`,
  );
  return sql<boolean>`(${sql.join(each, sql` or `)})`;
}

/** Length of the longest piece of the keyword that an index can look up, in the spelling where it is shortest. */
export const indexedPiece = (patterns: readonly (readonly string[])[]): number =>
  Math.min(
    ...patterns.map((words) =>
      Math.max(
        ...words.flatMap((word) => word.replace(/\\(.)/g, '$1').split(/[%_]/)).map((piece) => [...piece].length),
      ),
    ),
  );
