import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AdapterError } from '../../../../core/adapter-error.ts';
import { createLocalVideo } from '../../../../adapters/video/local.ts';
import type { VideoProvider } from '../../../../adapters/video/port.ts';
import { makeTestVideo, type TestVideo } from '../../../../../test/media.ts';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { buildMedia } from '../../../../../test/factories.ts';
import { addSmallerVideo } from './add-smaller-video.ts';
import { resetTries } from './find-older-videos.ts';
import { startProcessing } from '../uploads/register-media.ts';
import type { Renditions } from '../renditions.ts';
import { signPlayback } from '../sign-playback.ts';

let app: TestApp;
let calls = 0;
let broken: Error | null = null;

beforeAll(async () => {
  const local = createLocalVideo({}, { log: { info: () => undefined } });
  const video: VideoProvider = {
    ...local,
    addSmaller(request) {
      calls += 1;
      return broken ? Promise.reject(broken) : local.addSmaller(request);
    },
  };
  app = await startTestApp({ adapters: { video } });
});
afterAll(() => app.close());

/** An upload that waits to be processed. */
async function upload(video: TestVideo): Promise<number> {
  const stored = await app.ctx.adapters.storage.store('mp4', await readFile(await makeTestVideo(video)));
  const { id } = await buildMedia(app.ctx, {
    status: 2,
    storage_key: stored.key,
    size: stored.size,
    duration_sec: 0,
    renditions: null,
    progress: 0,
  });
  await app.ctx.db.transaction().execute((trx) => startProcessing(trx, id));
  return id;
}
const rowOf = (id: number) =>
  app.ctx.db
    .selectFrom('media')
    .select(['status', 'renditions', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const get = async (url: string) => (await app.http('GET', url, { base: '' })).raw.toString();
const addresses = (playlist: string): string[] => playlist.split('\n').filter((line) => line.startsWith('/uploads/'));

test('a large video gets a second rendition once it is ready, and both play by signed addresses that end with a preview', async () => {
  const id = await upload({ seconds: 14, width: 1280, height: 720 });
  await app.runJobs();
  const { status, renditions } = await rowOf(id);
  const both = renditions as unknown as Renditions;
  expect([status, both.renditions.map(({ height }) => height), both.playlist]).toEqual([
    3,
    [720, 360],
    `${both.folder}/master.m3u8`,
  ]);
  const { mode, url } = signPlayback(app.ctx.adapters.storage, both, {
    expires_at: new Date(app.ctx.clock().getTime() + 60_000),
    params: { p: '1' },
  });
  const variants = addresses(await get(url));
  expect([mode, variants.length]).toEqual(['hls', 2]);
  for (const [index, variant] of variants.entries()) {
    const segments = addresses(await get(variant));
    expect(segments).toHaveLength(1);
    expect(segments[0]).toContain(index === 0 ? '/segment-1.m4s' : '/small-segment-1.m4s');
    expect((await app.http('GET', segments[0] ?? '', { base: '' })).status).toBe(200);
    expect((await app.http('GET', variant.replace(/([?&]p=)1/, '$1600'), { base: '' })).status).toBe(403);
  }
});

test('a small one is left as it is, and the adapter is not called', async () => {
  calls = 0;
  const id = await upload({ seconds: 6, width: 854, height: 480 });
  await app.runJobs();
  const { renditions } = await rowOf(id);
  expect([calls, (renditions as unknown as Renditions).renditions.length]).toEqual([0, 1]);
});

test('what cannot be encoded keeps its one rendition; a program that failed is tried again', async () => {
  broken = new AdapterError('unavailable', { reason: 'killed' });
  const id = await upload({ seconds: 6, width: 1280, height: 720 });
  await app.runJobs();
  const before = await rowOf(id);
  await expect(addSmallerVideo.run(app.ctx, { media_id: id })).rejects.toThrow();
  broken = new AdapterError('rejected', { reason: 'unreadable_video' });
  await addSmallerVideo.run(app.ctx, { media_id: id });
  expect(await rowOf(id)).toEqual(before);
  broken = null;
  calls = 0;
  await addSmallerVideo.run(app.ctx, { media_id: id });
  expect([calls, await rowOf(id)]).toEqual([0, before]);
  await resetTries(app.ctx.db);
  await addSmallerVideo.run(app.ctx, { media_id: id });
  const after = await rowOf(id);
  expect([(after.renditions as unknown as Renditions).renditions.length, after.version]).toEqual([2, before.version]);
  await app.ctx.db.updateTable('media').set({ deleted_at: new Date() }).where('id', '=', id).execute();
  calls = 0;
  await addSmallerVideo.run(app.ctx, { media_id: id });
  expect(calls).toBe(0);
});
