import { sql } from 'kysely';
import type * as cardThemes from '@kaike/shared/contracts/card-themes';
import type { CardSide } from '@kaike/shared/domain/card-faces/card-layout';
import type { ProductSnapshot } from '@kaike/shared/domain/orders/product-snapshot';
import type * as cardWallet from '@kaike/shared/contracts/card-wallet';
import { cards as cardsResource } from '@kaike/shared/resources/cards';
import { assert } from '../../core/app-error.ts';
import { dispositionOf, sendFile, type Answer } from '../../core/respond.ts';
import type { AdminCallOf, ById, Call, MemberCall, MemberCallOf } from '../../core/call.ts';
import { showRow } from '../../kit/read/read-rows.ts';
import { redeemLink } from '../card-batches/public.ts';
import { drawPng, loadDesign, loadPictures, picturesIn, qrOf, validityOf } from '../card-themes/public.ts';
import { findGiftCard, reveal } from '../cards/public.ts';

type CardRow = { card_no: string; theme_id: number | null; redeem_end_at: Date | null; snapshot: ProductSnapshot };
type PictureRequest = { card_id: number; side: CardSide; secret: string | null; link: string | null };

async function drawOne(
  { ctx }: Pick<Call, 'ctx'>,
  { card_id: id, side, secret, link }: PictureRequest,
): Promise<{ png: Buffer; card_no: string }> {
  const {
    rows: [card],
  } =
    await sql<CardRow>`select c.card_no, coalesce(c.theme_id, b.theme_id) as theme_id, c.redeem_end_at, b.product_snapshot as snapshot
    from cards c join card_batches b on b.id = c.batch_id where c.id = ${id}`.execute(ctx.db);
  assert(card, 'record.not_found');
  const design = await loadDesign(ctx, card.theme_id);
  const data = {
    serial: card.card_no,
    secret,
    qr: link === null ? null : await qrOf(link),
    product: card.snapshot.title,
    school: await ctx.settings.get('school_name'),
    validity: validityOf(card.redeem_end_at, design),
  };
  return {
    png: await drawPng(design, { side, data, pictures: await loadPictures(ctx, picturesIn(design)) }),
    card_no: card.card_no,
  };
}

const send = ({ png, card_no: cardNo }: { png: Buffer; card_no: string }, side: CardSide): Answer =>
  sendFile(png, {
    type: 'image/png',
    disposition: dispositionOf(`${cardNo}-${side}.png`, 'inline'),
    headers: { 'Cache-Control': 'private, no-store' },
  });

/** Picture of a card without its secret. */
export async function showCardPicture(call: AdminCallOf<typeof cardThemes.getCardPicture>): Promise<Answer> {
  const card = await showRow(
    { db: call.ctx.db, actor: call.actor, resource: call.ctx.resources.of(cardsResource) },
    call.params.id,
  );
  const side = call.query.side ?? 'front';
  return send(await drawOne(call, { card_id: card.id, side, secret: null, link: null }), side);
}

/** Picture of a card with its secret; revealed and logged like any other reveal. */
export async function showSecretPicture(call: AdminCallOf<typeof cardThemes.revealCardPicture>): Promise<Answer> {
  const { secret } = await reveal(call);
  const side = call.body.side ?? 'front';
  const link = redeemLink(call.origin, secret);
  return send(await drawOne(call, { card_id: call.params.id, side, secret, link }), side);
}

/** The front of a card in one's own wallet; cards of others are not found. */
export async function showMyCardPicture(call: MemberCall & ById): Promise<Answer> {
  const {
    rows: [card],
  } = await sql<{
    id: number;
  }>`select id from cards where id = ${call.params.id} and owner_member_id = ${call.actor.member.id}`.execute(
    call.ctx.db,
  );
  assert(card, 'record.not_found');
  return send(await drawOne(call, { card_id: card.id, side: 'front', secret: null, link: null }), 'front');
}

/** The front of a gifted card, for whoever may accept it. */
export async function sendGiftPicture(call: MemberCallOf<typeof cardWallet.getGiftPicture>): Promise<Answer> {
  const id = await findGiftCard(call, call.body.token);
  return send(await drawOne(call, { card_id: id, side: 'front', secret: null, link: null }), 'front');
}
