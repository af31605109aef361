import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
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
