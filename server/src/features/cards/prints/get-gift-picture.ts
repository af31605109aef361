import type * as cardWallet from '@kaike/shared/contracts/cards/card-wallet';
import type { HttpReply } from '../../../core/respond.ts';
import type { MemberCallOf } from '../../../core/call.ts';
import { findGiftCard } from '../cards/public.ts';
import { sendPicture, drawCard } from './card-picture.ts';

/** The front of a gifted card, for whoever may accept it. */
export async function getGiftPicture(call: MemberCallOf<typeof cardWallet.getGiftPicture>): Promise<HttpReply> {
  const id = await findGiftCard(call, call.body.token);
  return sendPicture(await drawCard(call, { card_id: id, side: 'front', secret: null, link: null }), 'front');
}
