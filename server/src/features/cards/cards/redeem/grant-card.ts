import { cardGrant, type CardGrant } from '@kaike/shared/domain/cards/card-grant';
import { AppError, assert } from '../../../../core/app-error.ts';
import type { CardCall } from './card-call.ts';
import type { LookupResult, FoundCard } from './find-card.ts';
import { dayParam } from './refuse-card.ts';

type GrantRequest = Pick<LookupResult, 'member'> & { card: FoundCard; now: Date };

/** What the card grants this member now; throws when its product's rules forbid it. */
export function grantOf(call: CardCall, { card, member, now }: GrantRequest): CardGrant {
  const { per_member_limit: limit } = card.snapshot;
  assert(limit === 0 || member.used_count < limit, 'card.member_limit', { params: { limit } });
  const grant = cardGrant(card.snapshot, { held: member.held, now });
  if ('refused' in grant)
    throw new AppError(grant.refused === 'running' ? 'card.running' : 'card.ended', {
      params: dayParam(call, grant.until),
    });
  return grant;
}

/**
 * A keyed signature of the grant this member was shown for this card. Whoever sends it back has seen it and gets exactly
 * that. Start times are left out: access that starts now begins at activation.
 */
export function signGrant(call: CardCall, offer: { card: FoundCard; grant: CardGrant }): string {
  const ends = offer.grant.courses.map(({ course, end_at: end }) => `${course.id}:${end?.getTime() ?? ''}`);
  const text = [call.actor.member.id, offer.card.id, offer.grant.ai_seconds, ...ends].join('|');
  return call.ctx.secrets.hmac('card-shown', text).toString('base64url');
}
