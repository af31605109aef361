import { sql } from 'kysely';
import type { ResourceBehaviour } from '../../kit/behaviour.ts';

export const agenciesBehaviour: ResourceBehaviour = {
  /** An agency is its own scope: itself and those below it. */
  scope: ({ admin }) => (admin.agency ? sql<boolean>`r.lft between ${admin.agency.lft} and ${admin.agency.rgt}` : null),
};
