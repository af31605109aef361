import { cardRefusal, cardState, type CardAction } from '@kaike/shared/domain/cards/card-state';
import { formatDay } from '@kaike/shared/kit/format';
import type { ErrorCode } from '@kaike/shared/errors';
import { AppError } from '../../../../core/app-error.ts';
import type { CardCall } from './card-call.ts';
import { isVoidedBatch, type FoundCard } from './find-card.ts';

type Refusal = { code: ErrorCode; date?: Date | null };

const ends: Partial<Record<FoundCard['state'], ErrorCode>> = {
  [cardState.voided]: 'card.void',
  [cardState.replaced]: 'card.replaced',
  [cardState.reversed]: 'card.reversed',
  [cardState.stock]: 'card.not_issued',
};

function refusalByState(card: FoundCard, memberId: number): Refusal {
  if (card.state === cardState.activated) {
    return {
      code: card.activated_member_id === memberId ? 'card.already_yours' : 'card.already_used',
      date: card.activated_at,
    };
  }
  const isOthers = card.state === cardState.claimed && card.owner_member_id !== memberId;
  return { code: isOthers ? 'card.claimed_by_other' : (ends[card.state] ?? 'record.state') };
}

function findRefusal(card: FoundCard, attempt: { action: CardAction; member_id: number; now: Date }): Refusal | null {
  const { member_id, now } = attempt;
  const isOwner = card.state === cardState.claimed && card.owner_member_id === member_id;
  const reason = cardRefusal(attempt.action, card, { actor: isOwner ? 'owner' : 'member', now });
  if (reason === 'state' || reason === 'actor') return refusalByState(card, member_id);
  if (isVoidedBatch(card)) return { code: 'card.void' };
  if (reason === 'frozen') return { code: 'card.frozen' };
  if (reason === 'expired') return { code: 'card.expired', date: card.redeem_end_at };
  if (reason === 'not_received') return { code: 'card.not_received' };
  const isEarly = card.redeem_start_at !== null && card.redeem_start_at.getTime() > now.getTime();
  return isEarly ? { code: 'card.not_started', date: card.redeem_start_at } : null;
}

/** A day in the reader's format, for the error text. */
export function dayParam(call: CardCall, date: Date | null | undefined): { date: string } {
  return { date: formatDay(date, { locale: call.locale, timeZone: call.time_zone }) };
}

/** Throws exactly what is wrong with a card whose full secret matched. */
export function refuseCard(call: CardCall, card: FoundCard, action: CardAction): void {
  const refusal = findRefusal(card, { action, member_id: call.actor.member.id, now: call.ctx.clock() });
  if (refusal) throw new AppError(refusal.code, { params: dayParam(call, refusal.date) });
}
