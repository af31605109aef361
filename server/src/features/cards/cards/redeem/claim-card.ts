import { sql } from 'kysely';
import type * as cards from '@kaike/shared/contracts/cards/cards';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { AppError } from '../../../../core/app-error.ts';
import type { CardCall } from './card-call.ts';
import { findCard } from './find-card.ts';
import { lookUpCard, type CardReference } from './guard-guessing.ts';
import { presentClaim } from './present-card.ts';
import { refuseCard } from './refuse-card.ts';

/** Puts a card into the member's wallet, where nobody else can use it. Idempotent. */
export async function claimCard(
  call: CardCall,
  reference: CardReference,
): Promise<ResponseOf<typeof cards.redeemCard>> {
  const { ctx } = call;
  const match = await lookUpCard(call, reference);
  const now = ctx.clock();
  const memberId = match.member.id;
  const isMine = match.card.state === cardState.claimed && match.card.owner_member_id === memberId;
  if (isMine) return presentClaim(match.card, now);
  refuseCard(call, match.card, 'claim');
  const done =
    await sql`update cards set state = ${cardState.claimed}, owner_member_id = ${memberId}, claimed_at = ${now}, version = version + 1, updated_at = ${now}
    where id = ${match.card.id} and state = ${cardState.issued} and frozen_at is null and not awaits_receipt and (redeem_end_at is null or redeem_end_at >= ${now})`.execute(
      ctx.db,
    );
  if (Number(done.numAffectedRows) === 1) return presentClaim(match.card, now);
  const { card } = await findCard(ctx.db, { member_id: memberId, lookup: match.lookup, ip: call.ip, now });
  if (!card) throw new AppError('card.not_found');
  if (card.owner_member_id !== memberId) refuseCard(call, card, 'claim');
  return presentClaim(card, now);
}
