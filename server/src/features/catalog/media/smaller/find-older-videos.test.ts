import { rename } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AdapterError } from '../../../../core/adapter-error.ts';
import { createLocalVideo } from '../../../../adapters/video/local.ts';
import type { VideoProvider } from '../../../../adapters/video/port.ts';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { buildMedia } from '../../../../../test/factories.ts';
import type { TestVideo } from '../../../../../test/media.ts';
import { addSmallerVideo, startSmaller } from './add-smaller-video.ts';
import { countOlderVideos, findOlderVideos, resetTries, startOlderVideos } from './find-older-videos.ts';
import { buildOlderVideo } from './older-video.fixture.ts';
import type { Renditions } from '../renditions.ts';
import { localPath } from '../../../../../test/local-path.ts';

let app: TestApp;
/** What the adapter was asked for, and what it does in place of the work. */
let requested: string[] = [];
let instead: (() => Promise<null>) | null = null;

const large = { seconds: 6, width: 1280, height: 720 } satisfies TestVideo;

beforeAll(async () => {
  const local = createLocalVideo({}, { log: { info: () => undefined } });
  const video: VideoProvider = {
    ...local,
    addSmaller(request) {
      requested.push(request.input);
      return instead ? instead() : local.addSmaller(request);
    },
  };
  app = await startTestApp({ adapters: { video } });
});
afterAll(() => app.close());
beforeEach(async () => {
  [requested, instead] = [[], null];
  await app.ctx.db.updateTable('media').set({ deleted_at: new Date() }).execute();
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(app.ctx.db);
});

const find = () => findOlderVideos.run(app.ctx, {});
const rowOf = (id: number) =>
  app.ctx.db
    .selectFrom('media')
    .select(['renditions', 'smaller_tries', 'smaller_pulse_at', 'has_no_smaller'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const renditionsOf = async (id: number): Promise<number> =>
  ((await rowOf(id)).renditions as unknown as Renditions).renditions.length;
const line = async () =>
  (
    await sql<{
      key: string;
    }>`select key from graphile_worker.jobs where task_identifier = 'add-smaller-video' and attempts < max_attempts order by priority, id`.execute(
      app.ctx.db,
    )
  ).rows.map(({ key }) => Number(key.split(':')[1]));
const wait = () => countOlderVideos(app.ctx.db);

test('an older video gets its smaller rendition by itself, a few at a time, and then none wait', async () => {
  const ids: number[] = [];
  for (let index = 0; index < 3; index += 1) ids.push((await buildOlderVideo(app.ctx, large)).id);
  expect(await wait()).toEqual({ waiting: 3, given_up: 0 });
  await find();
  await find();
  expect(await line()).toEqual(ids.slice(0, 2));
  await app.runJobs();
  expect(await Promise.all(ids.map(renditionsOf))).toEqual([2, 2, 1]);
  await find();
  expect(await line()).toEqual(ids.slice(2));
  await app.runJobs();
  await find();
  expect([await wait(), await line(), await renditionsOf(ids[2] ?? 0)]).toEqual([{ waiting: 0, given_up: 0 }, [], 2]);
});

test('what a smaller one would not serve is not looked at: small ones, plain files, those that are not ready, of elsewhere, deleted, or whose upload is gone', async () => {
  const gone = await buildOlderVideo(app.ctx, large);
  await rename(localPath(app.ctx, gone.key), `${localPath(app.ctx, gone.key)}.away`);
  const untouched = await buildOlderVideo(app.ctx, large);
  const { renditions } = await rowOf(untouched.id);
  const whole = renditions as unknown as Renditions;
  for (const values of [
    { width: 854, height: 480 },
    { renditions: JSON.stringify({ ...whole, mode: 'mp4' }) },
    { renditions: null, status: 2 },
    { provider: 'elsewhere' },
    { deleted_at: new Date() },
  ])
    await buildMedia(app.ctx, { renditions: JSON.stringify(whole), ...values });
  await find();
  expect([await line(), await wait()]).toEqual([[untouched.id], { waiting: 2, given_up: 0 }]);
  await addSmallerVideo.run(app.ctx, { media_id: gone.id });
  expect([requested, await rowOf(gone.id)]).toMatchObject([
    [],
    { smaller_tries: 0, smaller_pulse_at: null, has_no_smaller: false },
  ]);
});

test('one that gains nothing is remembered; where something of the machine is missing, it is only put off', async () => {
  const { id } = await buildOlderVideo(app.ctx, large);
  for (const missing of [
    new AdapterError('not_supported', { reason: 'no_ffmpeg' }),
    new AdapterError('quota_exhausted'),
  ]) {
    instead = () => Promise.reject(missing);
    await find();
    await app.runJobs();
    expect([await wait(), (await rowOf(id)).smaller_tries]).toEqual([{ waiting: 1, given_up: 0 }, 0]);
  }
  instead = () => Promise.resolve(null);
  await find();
  await app.runJobs();
  requested = [];
  await find();
  await app.runJobs();
  expect([requested, await line(), await wait(), (await rowOf(id)).has_no_smaller]).toEqual([
    [],
    [],
    { waiting: 0, given_up: 0 },
    true,
  ]);
  expect(await resetTries(app.ctx.db)).toBe(1);
  instead = null;
  expect(await startOlderVideos(app.ctx, 10)).toBe(1);
  await app.runJobs();
  expect(await renditionsOf(id)).toBe(2);
});

test('one that never finishes is given up after some tries', async () => {
  const { id } = await buildOlderVideo(app.ctx, large);
  instead = () => Promise.reject(new AdapterError('unavailable', { reason: 'killed' }));
  for (let run = 0; run < 5; run += 1) await expect(addSmallerVideo.run(app.ctx, { media_id: id })).rejects.toThrow();
  await addSmallerVideo.run(app.ctx, { media_id: id });
  await find();
  expect([requested.length, await line(), await wait(), await renditionsOf(id)]).toEqual([
    5,
    [],
    { waiting: 0, given_up: 1 },
    1,
  ]);
});

test('requested concurrently by two servers, it is created once', async () => {
  const { id } = await buildOlderVideo(app.ctx, large);
  await Promise.all([1, 2, 3].map(() => addSmallerVideo.run(app.ctx, { media_id: id })));
  await addSmallerVideo.run(app.ctx, { media_id: id });
  expect([requested.length, await renditionsOf(id)]).toEqual([1, 2]);
});

test('a new upload comes before older ones', async () => {
  const older = await buildOlderVideo(app.ctx, large);
  await find();
  const fresh = await buildOlderVideo(app.ctx, large);
  await startSmaller(app.ctx.db, fresh.id);
  expect(await line()).toEqual([fresh.id, older.id]);
});
