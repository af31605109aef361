import type * as cardThemes from '@kaike/shared/contracts/cards/card-themes';
import type { HttpReply } from '../../../core/respond.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { redeemLink } from '../batches/public.ts';
import { revealCardSecret } from '../cards/public.ts';
import { sendPicture, drawCard } from './card-picture.ts';

/** Picture of a card with its secret; revealed and logged like any other reveal. */
export async function revealCardPicture(call: AdminCallOf<typeof cardThemes.revealCardPicture>): Promise<HttpReply> {
  const { secret } = await revealCardSecret(call);
  const side = call.body.side ?? 'front';
  const link = redeemLink(call.origin, secret);
  return sendPicture(await drawCard(call, { card_id: call.params.id, side, secret, link }), side);
}
