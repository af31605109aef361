import type * as cards from '@kaike/shared/contracts/cards/cards';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCallOf } from '../../../../core/call.ts';
import { checkMember } from '../check-member.ts';
import { grantOf, signGrant } from './grant-card.ts';
import { lookUpCard } from './guard-guessing.ts';
import { presentPreview } from './present-card.ts';
import { refuseCard } from './refuse-card.ts';

/** What a card opens for this member and until when; changes nothing. */
export async function previewCard(
  call: MemberCallOf<typeof cards.previewCard>,
): Promise<ResponseOf<typeof cards.previewCard>> {
  checkMember(call);
  const { card, member } = await lookUpCard(call, call.body);
  refuseCard(call, card, 'activate');
  const now = call.ctx.clock();
  const grant = grantOf(call, { card, member, now });
  return presentPreview(card, { grant, signature: signGrant(call, { card, grant }), now });
}
