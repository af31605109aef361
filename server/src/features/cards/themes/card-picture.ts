import { buffer } from 'node:stream/consumers';
import type { Context } from '../../../core/context.ts';

/** A picture on cards as a data URL: JPEG, or PNG when parts of it are transparent. Sizes in pixels. */
export type CardPicture = { url: string; width: number; height: number };

const publicPath = /^\/uploads\/public\/(\d{4}\/\d{2}\/[\w-]+\.webp)$/;
const quality = 92;

async function convert(file: Buffer): Promise<CardPicture> {
  // Loaded on demand, as everywhere.
  const { default: sharp } = await import('sharp');
  const { hasAlpha, width, height } = await sharp(file).metadata();
  const { isOpaque } = hasAlpha ? await sharp(file).stats() : { isOpaque: true };
  const picture = sharp(file).toColourspace('srgb');
  const bytes = await (
    isOpaque ? picture.flatten().jpeg({ quality, chromaSubsampling: '4:4:4' }) : picture.png()
  ).toBuffer();
  return { url: `data:image/${isOpaque ? 'jpeg' : 'png'};base64,${bytes.toString('base64')}`, width, height };
}

async function loadOne(ctx: Context, src: string): Promise<CardPicture | null> {
  const key = publicPath.exec(src)?.[1];
  if (!key) return null;
  try {
    return await convert(await buffer(await ctx.adapters.storage.read(key)));
  } catch (error) {
    // A card without its picture is still usable; its background colours show.
    ctx.log.warn({ err: error, src }, 'picture of a card theme not readable');
    return null;
  }
}

/** The pictures at these addresses; those not stored by this school are omitted. */
export async function loadPictures(
  ctx: Context,
  sources: readonly (string | null)[],
): Promise<Map<string, CardPicture>> {
  const pictures = new Map<string, CardPicture>();
  for (const src of new Set(sources)) {
    const picture = src === null ? null : await loadOne(ctx, src);
    if (src !== null && picture) pictures.set(src, picture);
  }
  return pictures;
}
