import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AdapterError } from '../../../core/adapter-error.ts';
import { createLocalVideo } from '../../../adapters/video/local.ts';
import type { VideoProvider } from '../../../adapters/video/port.ts';
import { makeTestVideo } from '../../../../test/media.ts';
import { startTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import { buildMedia } from '../../../../test/factories.ts';
import { failureOf, processMedia } from './process-media.ts';

let app: TestApp;
let admin: Person;
let broken: Error | null = null;

beforeAll(async () => {
  const local = createLocalVideo({}, { log: { info: () => undefined } });
  const video: VideoProvider = { ...local, probe: (input) => (broken ? Promise.reject(broken) : local.probe(input)) };
  app = await startTestApp({ adapters: { video } });
  admin = await app.person.admin();
});
afterAll(async () => app.close());

async function makeProcessing(): Promise<number> {
  const stored = await app.ctx.adapters.storage.store('mp4', await readFile(await makeTestVideo({ seconds: 1 })));
  return (
    await buildMedia(app.ctx, {
      status: 2,
      storage_key: stored.key,
      size: stored.size,
      duration_sec: 0,
      renditions: null,
      progress: 0,
    })
  ).id;
}

const rowOf = (id: number) =>
  app.ctx.db
    .selectFrom('media')
    .select(['status', 'error', 'progress', 'duration_sec'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('a server fault is reported as one, and can be retried', async () => {
  const id = await makeProcessing();
  broken = new Error('the disk is on fire');
  await processMedia.run(app.ctx, { media_id: id });
  expect(await rowOf(id)).toMatchObject({ status: 4, error: 'internal', progress: 0 });
  broken = null;
  const retry = () => app.http('PUT', '/admin/media/retry', { as: admin, body: { ids: [id] } });
  expect((await retry()).body.changed).toBe(1);
  expect((await retry()).body.code).toBe('media.cannot_retry');
  await app.runJobs();
  expect(await rowOf(id)).toEqual({ status: 3, error: '', progress: 100, duration_sec: 1 });
});

test('a video over the limit of today is refused, and a row that is done or deleted is left alone', async () => {
  const [large, gone] = [await makeProcessing(), await makeProcessing()];
  await app.ctx.db
    .updateTable('media')
    .set({ size: 5000 * 1024 ** 2 })
    .where('id', '=', large)
    .execute();
  await app.ctx.db.updateTable('media').set({ deleted_at: new Date() }).where('id', '=', gone).execute();
  for (const id of [large, gone]) await processMedia.run(app.ctx, { media_id: id });
  expect(await rowOf(large)).toMatchObject({ status: 4, error: 'too_large' });
  expect(await rowOf(gone)).toMatchObject({ status: 2 });
  await processMedia.run(app.ctx, { media_id: large });
  expect(await rowOf(large)).toMatchObject({ status: 4 });
});

test.each([
  ['rejected', 'not_a_video', 'not_a_video'],
  ['rejected', 'truncated', 'truncated'],
  ['rejected', 'no_video_track', 'no_video_track'],
  ['rejected', 'no_such_file', 'missing'],
  ['rejected', 'unreadable_video', 'not_supported'],
  ['not_supported', 'no_ffmpeg', 'not_supported'],
  ['unavailable', 'interrupted', 'internal'],
  ['quota_exhausted', 'disk_full', 'internal'],
] as const)('%s, %s is reported as %s', (code, reason, expected) => {
  expect(failureOf(new AdapterError(code, { reason }))).toBe(expected);
});
