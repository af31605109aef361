import type { Db } from '../../../db/pool.ts';
import type { AdminActor } from '../../../core/actor.ts';
import { assert } from '../../../core/app-error.ts';
import { findRoles } from './saved-views.store.ts';

/** Refuses to share a view with a role that its owner does not have. */
export async function checkViewRole(db: Db, actor: AdminActor, role: number | null): Promise<void> {
  if (role === null) return;
  const roles = await findRoles(db, actor);
  assert(
    roles.some(({ id }) => id === role),
    'access.denied',
  );
}
