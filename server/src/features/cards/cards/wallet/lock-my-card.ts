import { sql } from 'kysely';
import type { CardState } from '@kaike/shared/domain/cards/card-state';
import type { Db } from '../../../../db/pool.ts';
import { assert } from '../../../../core/app-error.ts';

export type MyCard = {
  id: number;
  state: CardState;
  frozen_at: Date | null;
  frozen_by_owner: boolean;
  redeem_end_at: Date | null;
};

/** Reads and locks a card in the member's wallet; a card of another member is not found. */
export async function lockMyCard(trx: Db, key: { card_id: number; member_id: number }): Promise<MyCard> {
  const { rows } = await sql<MyCard>`select id, state, frozen_at, frozen_by_owner, redeem_end_at from cards
    where id = ${key.card_id} and owner_member_id = ${key.member_id} for update`.execute(trx);
  const [card] = rows;
  assert(card, 'record.not_found');
  return card;
}

export type CardEvent = {
  card_id: number;
  member_id: number;
  action: 'freeze' | 'unfreeze' | 'give' | 'take-back' | 'accept';
  reason?: string;
  now: Date;
};

/** Appends a member's action to the history of the card. */
export async function writeCardEvent(trx: Db, { now, reason, ...event }: CardEvent): Promise<void> {
  await trx
    .insertInto('card_events')
    .values({ ...event, reason: reason ?? '', created_at: now })
    .execute();
}
