import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { serveWeb } from './serve-web.ts';

const folder = mkdtempSync(join(tmpdir(), 'kaike-web-'));
let app: FastifyInstance;
const readConfig = vi.fn<() => Promise<object>>(async () => ({ name: '</script>开课' }));

beforeAll(async () => {
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html lang="zh-CN"><head><title>x</title><script src="/early.js"></script></head><body><div id="root"><div></div></div></body></html>',
  );
  app = fastify();
  await app.register(cookie);
  serveWeb(app, folder, { readPage: async () => null, pagePolicy: async () => "default-src 'self'", readConfig });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

it.each([
  ['/home/index', 200],
  ['/metrics', 404],
  ['/metrics-of-mine', 200],
  ['/local/outbox', 404],
  ['/api/x', 404],
])('responds to %s with %d', async (url, status) => {
  expect((await app.inject(url)).statusCode).toBe(status);
});

it.each([
  ['', '', 'zh-CN'],
  ['en-GB,zh;q=0.5', '', 'en'],
  ['fr,zh-HK;q=0.8,en;q=0.5', '', 'zh-TW'],
  ['en', 'zh-CN', 'zh-CN'],
  ['fr', '', 'zh-CN'],
])('is in the language of a browser that asks for %j, with the choice %j: %s', async (accept, choice, language) => {
  const { body, headers } = await app.inject({
    url: '/open/index',
    headers: { 'accept-language': accept, cookie: choice === '' ? '' : `Language=${choice}` },
  });
  expect(body).toContain(`<html lang="${language}" class="lang-${language}">`);
  expect(headers['vary']).toContain('Accept-Language');
});

it('brings the config, as data that ends no script, before the script that hands it to the app', async () => {
  const { body } = await app.inject('/open/index');
  expect(body).toContain(
    String.raw`<script type="application/json" data-answer="/open/config">{"name":"\u003c/script>开课"}</script><script src="/early.js">`,
  );
});

it('does not wait for a config that hangs', async () => {
  readConfig.mockReturnValueOnce(new Promise(() => undefined));
  const { body, statusCode } = await app.inject('/open/index');
  expect([statusCode, body.includes('data-answer')]).toEqual([200, false]);
});

it('may be kept by the browser alone, as its data depend on cookies', async () => {
  expect((await app.inject('/open/index')).headers['cache-control']).toBe('private, no-cache');
});

it('is served without a config that cannot be read', async () => {
  readConfig.mockRejectedValueOnce(new Error('no database'));
  const { body, statusCode } = await app.inject('/open/index');
  expect([statusCode, body.includes('data-answer')]).toEqual([200, false]);
});
