import { sql } from 'kysely';
import { isGiftOpen } from '@kaike/shared/domain/cards/card-gift';
import { cardState, type CardState } from '@kaike/shared/domain/cards/card-state';
import type { ProductSnapshot } from '@kaike/shared/domain/commerce/product-snapshot';
import type { Db } from '../../../../db/pool.ts';
import { assert } from '../../../../core/app-error.ts';
import { hashToken } from '../../../../core/secrets.ts';
import type { CardCall } from '../redeem/card-call.ts';

export type Gift = {
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

/** The gift behind a link. */
export async function loadGift(db: Db, token: string): Promise<Gift> {
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
export async function findOpenGift(call: CardCall, token: string): Promise<Gift & { is_mine: boolean }> {
  const gift = await loadGift(call.ctx.db, token);
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
