import sharp, { type OutputInfo } from 'sharp';
import type { Actor } from '../../../../core/actor.ts';
import { AppError, assert } from '../../../../core/app-error.ts';
import type { Call } from '../../../../core/call.ts';
import { createSemaphore } from '../../../../core/limits/semaphore.ts';
import { pictureBytes, pictureFormats } from './picture-limits.ts';
import { publicUrl } from '../serve-files.ts';

/** Maximum decoded size: 60 million pixels of three bytes, like the best phone cameras. More is a decompression bomb. */
const maximumBytes = 180_000_000;
const sampleBytes: Readonly<Record<string, number>> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  double: 8,
};
/** Decodes one picture at a time for all users; queued ones stay compressed. */
const inPictureSlot = createSemaphore({ limit: 1, queue: 16 });
const maximumSide = 2000;
const quality = 82;

type Picture = { url: string; width: number; height: number; size: number };

async function readFile({ upload }: Call<Actor>): Promise<Buffer> {
  const { chunks, isTruncated } = await upload(pictureBytes);
  const pieces: Buffer[] = [];
  for await (const piece of chunks) pieces.push(piece);
  assert(!isTruncated(), 'upload.too_large', { params: { max: pictureBytes / 1024 ** 2 } });
  return Buffer.concat(pieces);
}

/** Re-encodes the picture: upright, at most 2,000 pixels per side, without metadata such as place and time. */
async function encode(bytes: Uint8Array): Promise<{ data: Buffer; info: OutputInfo }> {
  try {
    // The decoded size is checked here from all its factors, not only the pixel count.
    const image = sharp(bytes, { limitInputPixels: false, failOn: 'error' });
    const { format, width, height, channels, depth } = await image.metadata();
    assert(pictureFormats.includes(format), 'upload.not_a_picture');
    assert(width * height * channels * (sampleBytes[depth] ?? 8) <= maximumBytes, 'upload.too_many_pixels');
    return await image
      .rotate()
      .resize({ width: maximumSide, height: maximumSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer({ resolveWithObject: true });
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('upload.not_a_picture', { cause });
  }
}

/** Pictures from anywhere pass through here before they are stored. */
export const encodePicture = (bytes: Uint8Array): ReturnType<typeof encode> => inPictureSlot(() => encode(bytes));

/** Stores a picture of any logged-in user and returns its public address. */
export async function storePicture(call: Call<Actor>): Promise<Picture> {
  const { data, info } = await encodePicture(await readFile(call));
  const { key } = await call.ctx.adapters.storage.store('webp', data);
  return { url: publicUrl(key), width: info.width, height: info.height, size: data.length };
}
