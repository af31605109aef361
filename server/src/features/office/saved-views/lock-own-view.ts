import type { Db } from '../../../db/pool.ts';
import type { AdminActor } from '../../../core/actor.ts';
import { assert } from '../../../core/app-error.ts';
import { type ViewRow, lockView } from './saved-views.store.ts';

/** Locks a view that only its owner may change. */
export async function lockOwnView(trx: Db, actor: AdminActor, id: number): Promise<ViewRow> {
  const row = await lockView(trx, actor, id);
  assert(row, 'record.not_found');
  assert(row.user_id === actor.user_id, 'access.denied');
  return row;
}
