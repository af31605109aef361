import { sql, type RawBuilder } from 'kysely';
import type { usagePurposes } from '@kaike/shared/domain/ai/ai-usage';
import { dayOf, startOfDay } from '@kaike/shared/kit/dates/school-days';
import type { Db } from '../../db/pool.ts';

/** What a call is for, and whose learner it is for; strangers and the school itself have no budget of their own. */
export type Payer = { purpose: (typeof usagePurposes)[number]; member_id?: number | undefined };

/** A call of one vendor. */
type VendorPayer = Payer & { vendor: string };

/** Yuan of a day, from its sums. */
const ofDay = (day: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(u.cost), 0) from ai_usage_days u where u.day = ${day} and ${condition})`;

/** A budget of each one leaves out those with a budget of their own. */
const hasOwn = (scope: 'agency' | 'member', id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from ai_budgets o where o.scope = ${scope} and o.${sql.ref(`${scope}_id`)} = ${id})`;

/**
 * Whether a budget is used up that this call would be paid from. One statement, of a few rows for each scope that has a
 * budget: the sums of the day, and of a learner the calls of today.
 */
export async function isSpent(db: Db, { purpose, member_id, vendor }: VendorPayer, now: Date): Promise<boolean> {
  const memberId = member_id ?? null;
  const day = sql`${dayOf(now)}::date`;
  const { rows } = await sql<{ is_spent: boolean }>`
    with payer as materialized (select ${memberId}::bigint as id, (select agency_id from members where id = ${memberId}::bigint) as agency_id)
    select exists (select 1 from ai_budgets b, payer p where b.hard > 0
      and case b.scope when 'all' then true when 'purpose' then b.purpose = ${purpose} when 'provider' then b.provider = ${vendor}
        when 'agency' then b.agency_id = p.agency_id or (b.agency_id is null and p.agency_id is not null and not ${hasOwn('agency', sql`p.agency_id`)})
        else b.member_id = p.id or (b.member_id is null and p.id is not null and not ${hasOwn('member', sql`p.id`)}) end
      and b.hard <= case b.scope when 'all' then ${ofDay(day, sql`true`)}
        when 'purpose' then ${ofDay(day, sql`u.purpose = ${purpose}`)}
        when 'provider' then ${ofDay(day, sql`u.provider = ${vendor}`)}
        when 'agency' then ${ofDay(day, sql`u.agency_id = p.agency_id`)}
        else (select coalesce(sum(u.cost), 0) from ai_usage u where u.member_id = p.id and u.created_at >= ${startOfDay(dayOf(now))}) end) as is_spent`.execute(
    db,
  );
  return rows[0]?.is_spent === true;
}
