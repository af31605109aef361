import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => app.close());

const get = (url: string, encoding?: string) =>
  app.fastify.inject({ method: 'GET', url, headers: encoding ? { 'accept-encoding': encoding } : {} });

it('compresses a long answer only for clients that accept it', async () => {
  const [plain, packed] = [await get('/api/open/openapi.json'), await get('/api/open/openapi.json', 'br, gzip')];
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect([packed.headers['content-encoding'], packed.headers['vary']]).toEqual(['br', 'accept-encoding']);
  expect(brotliDecompressSync(packed.rawPayload).toString('utf8')).toBe(plain.payload);
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
});

it('does not compress short answers', async () => {
  const short = await get('/api/open/client-id', 'gzip');
  expect([short.statusCode, short.headers['content-encoding']]).toEqual([200, undefined]);
});
