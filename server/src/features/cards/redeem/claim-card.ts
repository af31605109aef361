import { sql } from 'kysely';
import type { useCard } from '@kaike/shared/contracts/cards';
import { cardState } from '@kaike/shared/domain/card-state';
import type { AnswerOf } from '@kaike/shared/kit/contract';
import { AppError } from '../../../core/app-error.ts';
import type { CardCall } from './card-call.ts';
import { findCard } from './find-card.ts';
import { lookUpCard, type NamedCard } from './guard-guessing.ts';
import { presentClaim } from './present-card.ts';
import { refuseCard } from './refuse-card.ts';

/** Puts a card into the member's wallet, where nobody else can use it. Doing it again changes nothing. */
export async function claimCard(call: CardCall, given: NamedCard): Promise<AnswerOf<typeof useCard>> {
  const { ctx } = call;
  const found = await lookUpCard(call, given);
  const now = ctx.clock();
  const memberId = found.member.id;
  const isMine = found.card.state === cardState.claimed && found.card.owner_member_id === memberId;
  if (isMine) return presentClaim(found.card, now);
  refuseCard(call, found.card, 'claim');
  const done =
    await sql`update cards set state = ${cardState.claimed}, owner_member_id = ${memberId}, claimed_at = ${now}, version = version + 1, updated_at = ${now}
    where id = ${found.card.id} and state = ${cardState.issued} and frozen_at is null and not awaits_receipt and (redeem_end_at is null or redeem_end_at >= ${now})`.execute(
      ctx.db,
    );
  if (Number(done.numAffectedRows) === 1) return presentClaim(found.card, now);
  const { card } = await findCard(ctx.db, { member_id: memberId, lookup: found.lookup, ip: call.ip, now });
  if (!card) throw new AppError('card.not_found');
  if (card.owner_member_id !== memberId) refuseCard(call, card, 'claim');
  return presentClaim(card, now);
}
