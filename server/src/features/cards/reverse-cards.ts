import { sql } from 'kysely';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import type { cards } from '@kaike/shared/resources/cards';
import type { ActionResult, RowOf } from '../../kit/behaviour.ts';
import { returnReversed } from '../agencies/public.ts';
import { setCards, sortCards, type CardWork } from './card-work.ts';
import { readStudied } from './story/read-studied.ts';

const idsOf = (rows: readonly RowOf<typeof cards>[]): number[] => rows.map((row) => row.id);

/** Revokes the access the cards opened; study records stay. Members are locked in ascending order, as in every reversal. */
async function revokeAccess({ trx, ctx, reason }: CardWork, rows: readonly RowOf<typeof cards>[]): Promise<void> {
  const now = ctx.clock();
  const members = [...new Set(rows.map((row) => Number(row.activated_member_id)))];
  await sql`select id from members where id = any(${members}::bigint[]) order by id for update`.execute(trx);
  const { rows: people } = await sql<{ user_id: number | null }>`
    with revoked as (
      update entitlements set revoked_at = ${now}, revoke_reason = ${reason}
      where source_type = 'card' and source_id = any(${idsOf(rows)}::bigint[]) and revoked_at is null returning member_id, kind, amount
    ), taken as (
      select member_id, coalesce(sum(amount) filter (where kind = 'ai_seconds'), 0)::int as seconds from revoked group by member_id
    )
    update members m set access_version = m.access_version + 1, ai_seconds_left = greatest(0, m.ai_seconds_left - t.seconds)
    from taken t where m.id = t.member_id returning m.user_id`.execute(trx);
  for (const { user_id: userId } of people) if (userId !== null) await ctx.bus.publish(trx, `user:${userId}`);
}

type Paid = { id: number; batch_id: number; agency_id: number };

/** Returns the quota of each reversed card to the agency that paid, once per card; in ascending agency order. */
async function returnQuota(work: CardWork, rows: readonly RowOf<typeof cards>[]): Promise<void> {
  const paid = await sql<Paid>`select id, batch_id, agency_id from cards
    where id = any(${idsOf(rows)}::bigint[]) and agency_id is not null order by agency_id, id`.execute(work.trx);
  for (const { id, ...batch } of paid.rows) {
    await returnReversed(work.trx, {
      ...batch,
      card_id: id,
      operator_id: work.operator_id,
      now: work.ctx.clock(),
      remark: work.reason,
    });
  }
}

/** Reverses activations within the policy (7 days, under 20 % studied): access ends, study data stays, quota is returned. */
export async function reverseCards(work: CardWork): Promise<ActionResult> {
  const studied = await readStudied(work.trx, idsOf(work.rows));
  const { allowed, failed } = sortCards(work, 'reverse', (row) => ({ studied_percent: studied.get(row.id) ?? 0 }));
  if (allowed.length > 0) {
    await setCards(work, allowed, { state: cardState.reversed });
    await revokeAccess(work, allowed);
    await returnQuota(work, allowed);
  }
  return { changed: allowed.length, failed };
}
