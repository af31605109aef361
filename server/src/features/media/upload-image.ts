import sharp, { type OutputInfo } from 'sharp';
import type { Actor } from '../../http/actor.ts';
import { AppError, assert } from '../../http/app-error.ts';
import type { Call } from '../../http/route.ts';
import { pictureBytes, pictureFormats } from './picture-limits.ts';
import { publicUrl } from './serve-files.ts';

/** A phone's best camera; more is a bomb. */
const maximumPixels = 60_000_000;
const maximumSide = 2000;
const quality = 82;

type Picture = { url: string; width: number; height: number; size: number };

async function readFile({ request }: Call<Actor>): Promise<Buffer> {
  assert(request.isMultipart(), 'request.unsupported_type');
  const file = await request.file({ limits: { fileSize: pictureBytes, files: 1 }, throwFileSizeLimit: false });
  assert(file, 'upload.missing');
  const bytes = await file.toBuffer();
  assert(!file.file.truncated, 'upload.too_large', { params: { max: pictureBytes / 1024 ** 2 } });
  return bytes;
}

/** The picture made anew: upright, at most 2,000 pixels, without the place and time its camera noted down. */
async function encode(bytes: Buffer): Promise<{ data: Buffer; info: OutputInfo }> {
  try {
    const image = sharp(bytes, { limitInputPixels: maximumPixels, failOn: 'error' });
    const { format } = await image.metadata();
    if (!pictureFormats.includes(format)) throw new AppError('upload.not_a_picture');
    return await image.rotate().resize({ width: maximumSide, height: maximumSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality }).toBuffer({ resolveWithObject: true });
  } catch (cause) {
    throw new AppError('upload.not_a_picture', { cause });
  }
}

/** Takes one picture of anyone logged in and gives back its public address. */
export async function uploadImage(call: Call<Actor>): Promise<Picture> {
  const { data, info } = await encode(await readFile(call));
  const { key } = await call.ctx.adapters.storage.store('webp', data);
  return { url: publicUrl(key), width: info.width, height: info.height, size: data.length };
}
