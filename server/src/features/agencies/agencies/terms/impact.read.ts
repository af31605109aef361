import { sql, type RawBuilder } from 'kysely';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import { transferState } from '@kaike/shared/domain/agencies/quota-transfer';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import { assert } from '../../../../core/app-error.ts';
import type { AdminCall } from '../../../../core/call.ts';
import type { DryRunNotes } from '../../../../kit/behaviour.ts';

const impactKeys = ['agencies', 'balance', 'stock', 'issued', 'logins', 'waiting', 'members'] as const;
type Impact = Record<(typeof impactKeys)[number], number>;

/** Totals of what depends on these agencies; `agencies` counts descendants that have not ended. */
async function readImpact({ ctx }: AdminCall, ids: RawBuilder<unknown>): Promise<Impact> {
  const { rows } = await sql<Impact>`with mine as (select a.* from agencies a where a.id in (${ids}))
    select coalesce(sum(a.card_num), 0)::int as balance,
      (select count(*)::int from cards c where c.agency_id in (select id from mine) and c.state = ${cardState.stock}) as stock,
      (select count(*)::int from cards c where c.agency_id in (select id from mine) and c.state in (${cardState.issued}, ${cardState.claimed})) as issued,
      (select count(distinct b.id)::int from agencies b join mine on b.lft > mine.lft and b.rgt < mine.rgt where b.status <> ${agencyStatus.ended} and b.deleted_at is null) as agencies,
      (select count(*)::int from members m where m.agency_id in (select id from mine) and m.deleted_at is null) as members,
      (select count(*)::int from users u where u.id in (select user_id from mine) and u.status <> ${userStatus.stopped} and u.deleted_at is null) as logins,
      (select count(*)::int from quota_transfers t where t.state = ${transferState.waiting} and (t.from_agency_id in (select id from mine) or t.to_agency_id in (select id from mine))) as waiting
    from mine a`.execute(ctx.db);
  assert(rows[0], 'record.not_found');
  return rows[0];
}

/** Dry run as sentences with numbers. The first always says what the action does; zero counts are omitted. */
export function previewImpact(action: 'freeze' | 'end'): DryRunNotes {
  return async (call, { where }) => {
    const impact = await readImpact(call, sql`select r.id from agency_rows r where ${where}`);
    const lines = impactKeys
      .filter((key) => impact[key] > 0)
      .map((key) => call.t(`agencies.impact.${action}.${key}`, { count: impact[key] }));
    return [call.t(`agencies.impact.${action}.about`), ...lines];
  };
}
