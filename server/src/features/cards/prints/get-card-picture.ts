import type * as cardThemes from '@kaike/shared/contracts/cards/card-themes';
import { cards as cardsResource } from '@kaike/shared/resources/cards/cards';
import type { HttpReply } from '../../../core/respond.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { loadRow } from '../../../kit/read/load-rows.ts';
import { sendPicture, drawCard } from './card-picture.ts';

/** Picture of a card without its secret. */
export async function getCardPicture(call: AdminCallOf<typeof cardThemes.getCardPicture>): Promise<HttpReply> {
  const card = await loadRow(
    { db: call.ctx.db, actor: call.actor, resource: call.ctx.resources.of(cardsResource) },
    call.params.id,
  );
  const side = call.query.side ?? 'front';
  return sendPicture(await drawCard(call, { card_id: card.id, side, secret: null, link: null }), side);
}
