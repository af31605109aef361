import { sql } from 'kysely';
import type * as cardWallet from '@kaike/shared/contracts/card-wallet';
import { isGiftOpen } from '@kaike/shared/domain/cards/card-gift';
import { cardState, type CardState } from '@kaike/shared/domain/cards/card-state';
import type { ProductSnapshot } from '@kaike/shared/domain/orders/product-snapshot';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../../db/pool.ts';
import { assert } from '../../../core/app-error.ts';
import { hashToken } from '../../../core/secrets.ts';
import type { CardCall } from '../redeem/card-call.ts';
import { writeCardEvent } from './lock-my-card.ts';

type Gift = {
  id: number;
  card_id: number;
  giver_member_id: number;
  expires_at: Date;
  accepted_member_id: number | null;
  accepted_at: Date | null;
  revoked_at: Date | null;
  card_no: string;
  secret_last4: string;
  state: CardState;
  owner_member_id: number | null;
  frozen_at: Date | null;
  redeem_end_at: Date | null;
  snapshot: ProductSnapshot;
};

async function findGift(db: Db, token: string): Promise<Gift> {
  const { rows } =
    await sql<Gift>`select g.id, g.card_id, g.giver_member_id, g.expires_at, g.accepted_member_id, g.accepted_at, g.revoked_at,
      c.card_no, c.secret_last4, c.state, c.owner_member_id, c.frozen_at, c.redeem_end_at, b.product_snapshot as snapshot
    from card_gifts g join cards c on c.id = g.card_id join card_batches b on b.id = c.batch_id where g.token_hash = ${hashToken(token)}`.execute(
      db,
    );
  const [gift] = rows;
  assert(gift, 'card.gift_gone');
  return gift;
}

function checkOpen(gift: Gift, now: Date): void {
  const isTheirs =
    gift.state === cardState.claimed && gift.owner_member_id === gift.giver_member_id && gift.frozen_at === null;
  assert(isTheirs && isGiftOpen(gift, now), 'card.gift_gone');
}

/** The gift behind a link that this member may still accept, or has accepted. */
async function findOpenGift(call: CardCall, token: string): Promise<Gift & { is_mine: boolean }> {
  const gift = await findGift(call.ctx.db, token);
  const isMine = gift.accepted_member_id === call.actor.member.id;
  if (!isMine) {
    assert(gift.giver_member_id !== call.actor.member.id, 'card.gift_own');
    checkOpen(gift, call.ctx.clock());
  }
  return { ...gift, is_mine: isMine };
}

/** The card behind a gift link; throws when this member cannot accept it. */
export async function findGiftCard(call: CardCall, token: string): Promise<number> {
  return (await findOpenGift(call, token)).card_id;
}

/** What the link gives to whoever has it. */
export async function showGift(call: CardCall, token: string): Promise<ResponseOf<typeof cardWallet.previewGift>> {
  const gift = await findOpenGift(call, token);
  const { snapshot } = gift;
  return {
    title: snapshot.title,
    cover: snapshot.cover,
    courses: snapshot.courses.map(({ title }) => title),
    ai_seconds: snapshot.ai_seconds,
    redeem_end_at: gift.redeem_end_at?.toISOString() ?? null,
    expires_at: gift.expires_at.toISOString(),
    card_no: gift.card_no,
    secret_last4: gift.secret_last4,
    is_mine: gift.is_mine,
  };
}

/**
 * Updates the card first and then the link, the order in which the giver locks them. Both updates are conditional: of any
 * number of recipients, and of the giver taking it back, one wins.
 */
async function take(trx: Db, gift: Gift, recipient: { member_id: number; now: Date }): Promise<boolean> {
  const { member_id: memberId, now } = recipient;
  const moved =
    await sql`update cards set owner_member_id = ${memberId}, claimed_at = ${now}, version = version + 1, updated_at = ${now}
    where id = ${gift.card_id} and state = ${cardState.claimed} and owner_member_id = ${gift.giver_member_id} and frozen_at is null
      and (redeem_end_at is null or redeem_end_at >= ${now})`.execute(trx);
  if (Number(moved.numAffectedRows) !== 1) return false;
  const closed = await sql`update card_gifts set accepted_member_id = ${memberId}, accepted_at = ${now}
    where id = ${gift.id} and accepted_at is null and revoked_at is null and expires_at > ${now}`.execute(trx);
  assert(Number(closed.numAffectedRows) === 1, 'card.gift_gone');
  await writeCardEvent(trx, { card_id: gift.card_id, member_id: memberId, action: 'accept', now });
  return true;
}

/** Moves the gifted card into this member's wallet; idempotent. */
export async function takeGift(call: CardCall, token: string): Promise<ResponseOf<typeof cardWallet.acceptGift>> {
  const { ctx, actor } = call;
  const memberId = actor.member.id;
  const gift = await findGift(ctx.db, token);
  if (gift.accepted_member_id === memberId) return { card_id: gift.card_id };
  assert(gift.giver_member_id !== memberId, 'card.gift_own');
  const isTaken = await ctx.db
    .transaction()
    .execute((trx) => take(trx, gift, { member_id: memberId, now: ctx.clock() }));
  if (!isTaken) assert((await findGift(ctx.db, token)).accepted_member_id === memberId, 'card.gift_gone');
  return { card_id: gift.card_id };
}
