import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { buildCourse } from '../../../../test/factories.ts';
import { cachedForMinute } from './cached.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('caches as many small entries as a school has courses, and evicts the oldest large ones', async () => {
  let reads = 0;
  const read = (key: string, value: string) =>
    cachedForMinute(app.ctx, key, () => {
      reads += 1;
      return Promise.resolve({ value });
    });
  const missing = () =>
    cachedForMinute(app.ctx, 'missing', () => {
      reads += 1;
      return Promise.resolve(null);
    });
  expect([await missing(), await missing(), reads]).toEqual([null, null, 1]);
  reads = 0;
  const round = async () => {
    for (let course = 0; course < 3000; course += 1) await read(`course ${course}`, `课程 ${course}`);
  };
  await round();
  await round();
  expect(reads).toBe(3000);
  const long = '长'.repeat(1024 * 1024);
  for (let part = 0; part < 20; part += 1) await read(`large ${part}`, long);
  expect(reads).toBe(3020);
  await read('large 19', long);
  expect(reads).toBe(3020);
  await read('large 0', long);
  await read('course 0', '课程 0');
  expect(reads).toBe(3022);
});

it('reads and writes an answer once, and sends its bytes to everybody as they take them', async () => {
  const { course } = await buildCourse(app.ctx, { title: '一次读取', intro: '介绍'.repeat(600) });
  const get = (path: string, encoding: string) =>
    app.fastify.inject({ method: 'GET', url: `/api/open${path}`, headers: { 'accept-encoding': encoding } });
  for (const path of ['/courses', `/courses/${course.id}`, '/courses?sort=newest']) {
    const first = await get(path, 'gzip');
    await app.ctx.db.updateTable('courses').set({ title: '改名' }).where('id', '=', course.id).execute();
    const [again, plain] = [await get(path, 'br, gzip'), await get(path, 'identity')];
    expect(again.rawPayload).toEqual(first.rawPayload);
    expect([again.headers['etag'], plain.headers['etag']]).toEqual([first.headers['etag'], first.headers['etag']]);
    expect(plain.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    const isPacked = first.headers['content-encoding'] === 'gzip';
    expect((isPacked ? gunzipSync(again.rawPayload) : again.rawPayload).toString()).toBe(plain.payload);
    expect(plain.payload).toContain('一次读取');
    await app.ctx.db.updateTable('courses').set({ title: '一次读取' }).where('id', '=', course.id).execute();
  }
  expect((await get(`/courses/${course.id}`, 'gzip')).headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'Accept-Encoding, Accept-Language, Language',
  });
});
