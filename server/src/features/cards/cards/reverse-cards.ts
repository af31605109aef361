import { sql } from 'kysely';
import { secondsType } from '@kaike/shared/domain/ai/second-log';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import type { cards } from '@kaike/shared/resources/cards/cards';
import type { Db } from '../../../db/pool.ts';
import type { ActionResult, RowOf } from '../../../kit/behaviour.ts';
import { returnReversed } from '../../agencies/agencies/public.ts';
import { postSeconds } from '../../ai/seconds/public.ts';
import { moveFollowers, revoked as taken } from '../../commerce/entitlements/public.ts';
import type { Signer } from '../../commerce/ledgers/public.ts';
import { updateCards, sortCards, type CardUpdate } from './card-batch-update.ts';
import { loadStudied } from './story/load-studied.ts';

const idsOf = (rows: readonly RowOf<typeof cards>[]): number[] => rows.map((row) => row.id);

type RevokedAccess = { member_id: number; card_id: number; seconds: number | null };

/** Takes back what is left of the AI seconds of each card. */
async function takeSeconds(
  trx: Db,
  revoked: readonly RevokedAccess[],
  cause: { operator_id: number; remark: string; now: Date; secrets: Signer },
): Promise<void> {
  const entries = revoked.flatMap(({ member_id, card_id, seconds }) =>
    seconds
      ? {
          member_id,
          type: secondsType.card_reversed,
          delta: -seconds,
          ref_type: 'card',
          ref_id: card_id,
          idempotency_key: `card:${card_id}:reversed`,
        }
      : [],
  );
  await postSeconds(trx, entries, { ...cause, when_short: 'take_less' });
}

/** Revokes the access the cards opened, and what followed it moves up; study records stay. Members are locked in ascending order, as in every reversal. */
async function revokeAccess(
  { trx, ctx, reason, operator_id }: CardUpdate,
  rows: readonly RowOf<typeof cards>[],
): Promise<void> {
  const now = ctx.clock();
  const members = [...new Set(rows.map((row) => Number(row.activated_member_id)))];
  await sql`select id from members where id = any(${members}::bigint[]) order by id for update`.execute(trx);
  const { rows: open } = await sql<{ id: number }>`select id from entitlements
    where source_type = 'card' and source_id = any(${idsOf(rows)}::bigint[]) and kind = 'course' and revoked_at is null`.execute(
    trx,
  );
  await moveFollowers(trx, taken(open.map(({ id }) => id)), now);
  const { rows: revoked } =
    await sql<RevokedAccess>`update entitlements set revoked_at = ${now}, revoke_reason = ${reason}
    where source_type = 'card' and source_id = any(${idsOf(rows)}::bigint[]) and revoked_at is null
    returning member_id, source_id as card_id, case when kind = 'ai_seconds' then amount end as seconds`.execute(trx);
  await takeSeconds(trx, revoked, { operator_id, remark: reason, now, secrets: ctx.secrets });
  const { rows: people } = await sql<{ user_id: number | null }>`update members set access_version = access_version + 1
    where id = any(${revoked.map((one) => one.member_id)}::bigint[]) returning user_id`.execute(trx);
  for (const { user_id } of people) if (user_id !== null) await ctx.bus.publish(trx, `user:${user_id}`);
}

type Paid = { id: number; batch_id: number; agency_id: number };

/** Returns the quota of each reversed card to the agency that paid, once per card; in ascending agency order. */
async function returnQuota(work: CardUpdate, rows: readonly RowOf<typeof cards>[]): Promise<void> {
  const paid = await sql<Paid>`select id, batch_id, agency_id from cards
    where id = any(${idsOf(rows)}::bigint[]) and agency_id is not null order by agency_id, id`.execute(work.trx);
  for (const { id, ...batch } of paid.rows) {
    await returnReversed(work.trx, {
      ...batch,
      card_id: id,
      operator_id: work.operator_id,
      now: work.ctx.clock(),
      secrets: work.ctx.secrets,
      remark: work.reason,
    });
  }
}

/** Reverses activations within the policy (7 days, under 20 % studied): access ends, study data stays, quota is returned. */
export async function reverseCards(work: CardUpdate): Promise<ActionResult> {
  const studied = await loadStudied(work.trx, idsOf(work.rows));
  const { allowed, failed } = sortCards(work, 'reverse', (row) => ({ studied_percent: studied.get(row.id) ?? 0 }));
  if (allowed.length > 0) {
    await updateCards(work, allowed, { state: cardState.reversed });
    await revokeAccess(work, allowed);
    await returnQuota(work, allowed);
  }
  return { changed: allowed.length, failed };
}
