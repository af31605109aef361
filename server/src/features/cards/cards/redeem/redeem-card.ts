import type * as cards from '@kaike/shared/contracts/cards/cards';
import { activateCard } from './activate-card.ts';
import { claimCard } from './claim-card.ts';
import { checkMember } from '../check-member.ts';
import type { MemberCallOf } from '../../../../core/call.ts';

export async function redeemCard(call: MemberCallOf<typeof cards.redeemCard>) {
  checkMember(call);
  // The body has the key under its name in the specification.
  const { request_id: key, ...body } = call.body;
  return body.mode === 'claim' ? claimCard(call, body) : activateCard(call, { ...body, idempotency_key: key });
}
