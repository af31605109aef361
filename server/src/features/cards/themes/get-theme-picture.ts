import type * as cardThemesApi from '@kaike/shared/contracts/cards/card-themes';
import type { CardData } from '@kaike/shared/domain/cards/faces/card-drawing';
import { type HttpReply, sendFile } from '../../../core/respond.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { qrOf, drawPng } from './card-data.ts';
import { designOf, picturesIn } from './card-design.ts';
import { loadPictures } from './card-picture.ts';
import { findTheme, sampleOf } from './sample-card.ts';

/** A theme as a picture, for lists and pickers. */
export async function getThemePicture(call: AdminCallOf<typeof cardThemesApi.getThemePicture>): Promise<HttpReply> {
  const design = designOf(await findTheme(call));
  const sample = await sampleOf(call, design);
  const data: CardData = { ...sample, qr: await qrOf(sample.link) };
  const png = await drawPng(design, {
    side: call.query.side ?? 'front',
    data,
    pictures: await loadPictures(call.ctx, picturesIn(design)),
    width: call.query.width ?? 1011,
  });
  return sendFile(png, { type: 'image/png', headers: { 'Cache-Control': 'private, max-age=300' } });
}
