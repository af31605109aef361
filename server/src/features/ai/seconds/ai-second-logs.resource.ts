import { sql } from 'kysely';
import { aiSecondLogs } from '@kaike/shared/resources/ai/ai-second-logs';
import { defineBehaviour } from '../../../kit/behaviour.ts';

export const aiSecondLogsBehaviour = defineBehaviour(aiSecondLogs, {
  /** Members of the agency or of one below it. */
  scope: ({ admin }) =>
    admin.agency
      ? sql<boolean>`r.member_id in (select m.id from members m join agencies g on g.id = m.agency_id where g.lft between ${admin.agency.lft} and ${admin.agency.rgt})`
      : null,
});
