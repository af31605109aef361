import { searchWord } from '@kaike/shared/domain/site/search-term';
import { searchTerms } from '@kaike/shared/resources/site/search-terms';
import type { Db } from '../../../db/pool.ts';
import { assert } from '../../../core/app-error.ts';
import { defineBehaviour, type Values } from '../../../kit/behaviour.ts';

/** Normalizes the word; a duplicate is refused at its field. */
async function checkWord(trx: Db, values: Values, id: number | null): Promise<Values> {
  if (typeof values.word !== 'string') return values;
  const word = searchWord(values.word);
  const existing = await trx
    .selectFrom('search_terms')
    .select('id')
    .where('word', '=', word)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  assert(!existing || existing.id === id, 'record.duplicate', { field: 'word' });
  return { ...values, word };
}

export const searchTermsBehaviour = defineBehaviour(searchTerms, {
  beforeCreate: async ({ trx }, values) => checkWord(trx, values, null),
  beforeUpdate: async ({ trx }, { before, values }) => checkWord(trx, values, before.id),
});
