import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeTestVideo, makeTextVideo } from '../../../test/media.ts';
import { generateCover } from './generate/generate-cover.ts';
import { createLocalVideo } from './local.ts';

const log = { info: () => undefined };
const video = createLocalVideo({}, { log });
const withoutFfmpeg = createLocalVideo({}, { log, findFfmpeg: async () => null });

async function sizeOf(picture: Uint8Array): Promise<[string | undefined, number, number]> {
  const { format, width, height } = await sharp(picture).metadata();
  return [format, width, height];
}

describe('makeCover', () => {
  it('takes a frame, never wider than 1280', async () => {
    const wide = await makeTestVideo({ seconds: 1, width: 1920, height: 1080, audio: false });
    expect(await sizeOf(await video.makeCover({ input: wide, at_sec: 0.5 }))).toEqual(['webp', 1280, 720]);
    const small = await makeTestVideo({ seconds: 6 });
    expect(await sizeOf(await video.makeCover({ input: small, at_sec: 3 }))).toEqual(['webp', 320, 180]);
  });

  it('takes another frame at another position, and the first one after the end', async () => {
    const input = await makeTestVideo({ seconds: 6 });
    const [first, later, beyond] = await Promise.all([0, 3, 600].map((at) => video.makeCover({ input, at_sec: at })));
    expect(later).not.toEqual(first);
    expect(beyond).toEqual(first);
  });

  it('draws one where no frame is readable', async () => {
    const drawn = await withoutFfmpeg.makeCover({ input: await makeTestVideo({ seconds: 6 }), at_sec: 0, hue: 30 });
    expect(await sizeOf(drawn)).toEqual(['webp', 1280, 720]);
    expect(await sizeOf(await video.makeCover({ input: await makeTextVideo(), at_sec: 0 }))).toEqual([
      'webp',
      1280,
      720,
    ]);
  });
});

describe('generateCover', () => {
  it('is the same for the same design and another for another', async () => {
    const cover = await generateCover({ hue: 200, seed: 'a' });
    expect(await generateCover({ hue: 200, seed: 'a' })).toEqual(cover);
    expect(await generateCover({ hue: 200, seed: 'b' })).not.toEqual(cover);
    expect(await generateCover({ hue: 20, seed: 'a' })).not.toEqual(cover);
  });

  it('has the requested size', async () => {
    expect(await sizeOf(await generateCover({ hue: 200, seed: 'a', width: 400, height: 400 }))).toEqual([
      'webp',
      400,
      400,
    ]);
  });
});
