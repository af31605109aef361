import { sql } from 'kysely';
import { assert } from '../../../core/app-error.ts';
import type { HttpReply } from '../../../core/respond.ts';
import type { MemberCall, ById } from '../../../core/call.ts';
import { sendPicture, drawCard } from './card-picture.ts';

/** The front of a card in one's own wallet; cards of others are not found. */
export async function getMyCardPicture(call: MemberCall & ById): Promise<HttpReply> {
  const {
    rows: [card],
  } = await sql<{
    id: number;
  }>`select id from cards where id = ${call.params.id} and owner_member_id = ${call.actor.member.id}`.execute(
    call.ctx.db,
  );
  assert(card, 'record.not_found');
  return sendPicture(await drawCard(call, { card_id: card.id, side: 'front', secret: null, link: null }), 'front');
}
