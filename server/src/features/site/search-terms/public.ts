import { sql } from 'kysely';
import { maxWordLength, searchTermKind, searchWord } from '@kaike/shared/domain/site/search-term';
import type { Db } from '../../../db/pool.ts';

const maxSuggestions = 10;

/** Counts a search and stores its number of results; manually blocked words are not counted. */
export async function recordSearch(
  db: Db,
  { word, results, now }: { word: string; results: number; now: Date },
): Promise<void> {
  const normalized = searchWord(word);
  if (normalized === '' || normalized.length > maxWordLength) return;
  await sql`insert into search_terms (word, count, results, last_at) values (${normalized}, 1, ${results}, ${now})
    on conflict (word) where deleted_at is null do update set count = search_terms.count + 1, results = excluded.results, last_at = excluded.last_at
    where search_terms.kind <> ${searchTermKind.blocked}`.execute(db);
}

/** Suggestions for a prefix: pinned words in their order, then the most frequent searches that had results. */
export async function suggest(db: Db, prefix: string): Promise<{ word: string; is_pinned: boolean }[]> {
  const pattern = `${searchWord(prefix).replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<{
    word: string;
    is_pinned: boolean;
  }>`select word, kind = ${searchTermKind.pinned} as is_pinned from search_terms
    where deleted_at is null and kind <> ${searchTermKind.blocked} and word like ${pattern} and (kind = ${searchTermKind.pinned} or (count > 0 and results > 0))
    order by kind = ${searchTermKind.pinned} desc, case when kind = ${searchTermKind.pinned} then sort end, count desc, id limit ${maxSuggestions}`.execute(
    db,
  );
  return rows;
}
