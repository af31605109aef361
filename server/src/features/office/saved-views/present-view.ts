import type { SavedView } from '@kaike/shared/contracts/office/saved-views';
import type { Db } from '../../../db/pool.ts';
import type { AdminActor } from '../../../core/actor.ts';
import { assert } from '../../../core/app-error.ts';
import { findView } from './saved-views.store.ts';

/** The view as its owner sees it. */
export async function presentView(db: Db, actor: AdminActor, id: number): Promise<{ view: SavedView }> {
  const view = await findView(db, actor, id);
  assert(view, 'record.not_found');
  return { view };
}
