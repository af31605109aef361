import { sql } from 'kysely';
import type { CardSide } from '@kaike/shared/domain/cards/faces/card-layout';
import type { ProductSnapshot } from '@kaike/shared/domain/commerce/product-snapshot';
import { assert } from '../../../core/app-error.ts';
import { dispositionOf, sendFile, type HttpReply } from '../../../core/respond.ts';
import type { Call } from '../../../core/call.ts';
import { drawPng, loadDesign, loadPictures, picturesIn, qrOf, validityOf } from '../themes/public.ts';

type CardRow = { card_no: string; theme_id: number | null; redeem_end_at: Date | null; snapshot: ProductSnapshot };
type PictureRequest = { card_id: number; side: CardSide; secret: string | null; link: string | null };

/** A side of the card as PNG, in its own design or that of its batch. */
export async function drawCard(
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

export const sendPicture = ({ png, card_no }: { png: Buffer; card_no: string }, side: CardSide): HttpReply =>
  sendFile(png, {
    type: 'image/png',
    disposition: dispositionOf(`${card_no}-${side}.png`, 'inline'),
    headers: { 'Cache-Control': 'private, no-store' },
  });
