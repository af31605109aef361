import { buffer } from 'node:stream/consumers';
import type { Context } from '../../../core/context.ts';

/** A picture on cards in the formats PDF and SVG need. `alpha` has one byte per pixel, null when all are opaque. */
export type CardPicture = { jpeg: Buffer; alpha: Buffer | null; width: number; height: number; url: string };

const publicPath = /^\/uploads\/public\/(\d{4}\/\d{2}\/[\w-]+\.webp)$/;
const quality = 92;

async function convert(file: Buffer): Promise<CardPicture> {
  // Loaded on demand, as everywhere.
  const { default: sharp } = await import('sharp');
  const { hasAlpha, width, height } = await sharp(file).metadata();
  const { isOpaque } = hasAlpha ? await sharp(file).stats() : { isOpaque: true };
  const jpeg = await sharp(file)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const alpha = isOpaque ? null : await sharp(file).extractChannel('alpha').raw().toBuffer();
  const display = isOpaque ? jpeg : await sharp(file).png().toBuffer();
  return {
    jpeg,
    alpha,
    width,
    height,
    url: `data:image/${isOpaque ? 'jpeg' : 'png'};base64,${display.toString('base64')}`,
  };
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
