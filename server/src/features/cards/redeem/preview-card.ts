import type * as cards from '@kaike/shared/contracts/cards';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { CardCall } from './card-call.ts';
import { grantOf, signGrant } from './grant-card.ts';
import { lookUpCard, type CardReference } from './guard-guessing.ts';
import { presentPreview } from './present-card.ts';
import { refuseCard } from './refuse-card.ts';

/** What a card opens for this member and until when; changes nothing. */
export async function preview(call: CardCall, reference: CardReference): Promise<ResponseOf<typeof cards.previewCard>> {
  const { card, member } = await lookUpCard(call, reference);
  refuseCard(call, card, 'activate');
  const now = call.ctx.clock();
  const grant = grantOf(call, { card, member, now });
  return presentPreview(card, { grant, signature: signGrant(call, { card, grant }), now });
}
