import sharp from 'sharp';
import { AdapterError } from '../../core/adapter-error.ts';
import { generateCover } from './generate/generate-cover.ts';
import type { Ffmpeg } from './ffmpeg/find-ffmpeg.ts';
import type { CoverRequest } from './port.ts';
import { runFfmpeg } from './ffmpeg/run-ffmpeg.ts';
import { HOSTILE_INPUT_ARGS } from './ffmpeg/transcode.ts';

const MAX_WIDTH = 1280;
const WEBP_QUALITY = 80;
const TIMEOUT_MS = 60_000;
const DEFAULT_HUE = 212;
/** An 8K frame; a larger one is an attack on memory, not a lesson. */
const MAX_PIXELS = 7680 * 4320;

/** A frame of the video as webp; without ffmpeg or a readable frame, a drawn cover. */
export async function makeCover(request: CoverRequest, ffmpeg: Ffmpeg | null): Promise<Uint8Array> {
  const frame = ffmpeg === null ? undefined : await takeFrame(ffmpeg, request);
  const cover = frame === undefined ? undefined : await shrink(frame);
  return cover ?? generateCover({ hue: request.hue ?? DEFAULT_HUE, seed: request.input });
}

async function shrink(frame: Buffer): Promise<Uint8Array | undefined> {
  const picture = sharp(frame, { limitInputPixels: MAX_PIXELS }).resize({ width: MAX_WIDTH, withoutEnlargement: true });
  // A frame that exceeds the limits is no reason to refuse a video.
  return picture
    .webp({ quality: WEBP_QUALITY })
    .toBuffer()
    .catch(() => undefined);
}

/** A position after the end yields no frame; then the first one is used. */
async function takeFrame(ffmpeg: Ffmpeg, { input, at_sec }: CoverRequest): Promise<Buffer | undefined> {
  for (const at of [Math.max(0, at_sec), 0]) {
    const frame = await readFrame(ffmpeg, input, at);
    if (frame.length > 0) return frame;
  }
  return undefined;
}

async function readFrame(ffmpeg: Ffmpeg, input: string, at: number): Promise<Buffer> {
  const args = [
    '-hide_banner',
    '-v',
    'error',
    ...HOSTILE_INPUT_ARGS,
    '-ss',
    at.toFixed(3),
    '-i',
    `file:${input}`,
    '-map',
    '0:v:0',
    '-frames:v',
    '1',
    '-f',
    'image2pipe',
    '-c:v',
    'png',
    'pipe:1',
  ];
  try {
    return await runFfmpeg({ ffmpeg: ffmpeg.path, args, timeout_ms: TIMEOUT_MS });
  } catch (error) {
    // The cover is optional: an unreadable video fails when it is packaged, and the error is reported there.
    if (error instanceof AdapterError && error.code === 'rejected') return Buffer.alloc(0);
    throw error;
  }
}
