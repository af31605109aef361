import { sql } from 'kysely';
import type * as cardWallet from '@kaike/shared/contracts/cards/card-wallet';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../../../db/pool.ts';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { checkMember } from '../check-member.ts';
import { loadGift, type Gift } from './find-gift.ts';
import { writeCardEvent } from './lock-my-card.ts';

/**
 * Updates the card first and then the link, the order in which the giver locks them. Both updates are conditional: of any
 * number of recipients, and of the giver taking it back, one wins.
 */
async function moveCard(trx: Db, gift: Gift, recipient: { member_id: number; now: Date }): Promise<boolean> {
  const { member_id, now } = recipient;
  const moved =
    await sql`update cards set owner_member_id = ${member_id}, claimed_at = ${now}, version = version + 1, updated_at = ${now}
    where id = ${gift.card_id} and state = ${cardState.claimed} and owner_member_id = ${gift.giver_member_id} and frozen_at is null
      and (redeem_end_at is null or redeem_end_at >= ${now})`.execute(trx);
  if (Number(moved.numAffectedRows) !== 1) return false;
  const closed = await sql`update card_gifts set accepted_member_id = ${member_id}, accepted_at = ${now}
    where id = ${gift.id} and accepted_at is null and revoked_at is null and expires_at > ${now}`.execute(trx);
  assert(Number(closed.numAffectedRows) === 1, 'card.gift_gone');
  await writeCardEvent(trx, { card_id: gift.card_id, member_id, action: 'accept', now });
  return true;
}

/** Moves the gifted card into this member's wallet; idempotent. */
export async function acceptGift(
  call: MemberCallOf<typeof cardWallet.acceptGift>,
): Promise<ResponseOf<typeof cardWallet.acceptGift>> {
  checkMember(call);
  const {
    ctx,
    actor,
    body: { token },
  } = call;
  const memberId = actor.member.id;
  const gift = await loadGift(ctx.db, token);
  if (gift.accepted_member_id === memberId) return { card_id: gift.card_id };
  assert(gift.giver_member_id !== memberId, 'card.gift_own');
  const isTaken = await ctx.db
    .transaction()
    .execute((trx) => moveCard(trx, gift, { member_id: memberId, now: ctx.clock() }));
  if (!isTaken) assert((await loadGift(ctx.db, token)).accepted_member_id === memberId, 'card.gift_gone');
  return { card_id: gift.card_id };
}
