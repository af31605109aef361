import { sql, type RawBuilder } from 'kysely';
import type { AdminActor } from '../core/actor.ts';

type Scope = (actor: AdminActor) => RawBuilder<boolean> | null;

/** Ids of the actor's agency and those below it. */
const subtree = (agency: { lft: number; rgt: number }): RawBuilder<number> =>
  sql<number>`select g.id from agencies g where g.lft between ${agency.lft} and ${agency.rgt}`;

/** Row scopes that definitions refer to. An administrator without an agency is not limited. */
export const scopes: Record<string, Scope> = {
  /** Rows with an `agency_id` inside the actor's subtree. */
  own_agency: ({ admin }) => (admin.agency ? sql<boolean>`r.agency_id in (${subtree(admin.agency)})` : null),
  /** Rows that belong to the school itself; agencies see none. */
  school_only: ({ admin }) => (admin.agency ? sql<boolean>`false` : null),
};
