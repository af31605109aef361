import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addSecurityHeaders } from '../responses/security-headers.ts';
import { serveWeb, type ReadPage } from './serve-web.ts';

const folder = mkdtempSync(join(tmpdir(), 'kaike-web-'));
let app: FastifyInstance;
const parts = {
  readPage: vi.fn<ReadPage>(async () => null),
  pagePolicy: vi.fn<() => Promise<string>>(async () => "default-src 'self' https://files.example.com"),
  readConfig: vi.fn<() => Promise<{ name: string }>>(async () => ({ name: '</script>开课' })),
};
const readPlainPage = async (): Promise<object> => {
  const { body, statusCode, headers } = await app.inject('/open/index');
  const policy = String(headers['content-security-policy']);
  return { status: statusCode, has_config: body.includes('data-answer'), is_strict: !policy.includes('example.com') };
};

beforeAll(async () => {
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html lang="zh-CN"><head><title>x</title><script src="/early.js"></script></head><body><div id="root"><div></div></div></body></html>',
  );
  app = fastify();
  await app.register(cookie);
  addSecurityHeaders(app);
  await serveWeb(app, folder, parts);
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
  ['/home/ai_chats?page=2', 302],
])('responds to %s with %d', async (url, status) => {
  expect((await app.inject(url)).statusCode).toBe(status);
});

it('has the name of the school as its title until the app sets one', async () => {
  expect((await app.inject('/open/login')).body).toContain('<title>&#60;/script&#62;开课</title>');
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

it('does not wait for parts that hang: the page comes without them, with the strict policy', async () => {
  expect(await readPlainPage()).toEqual({ status: 200, has_config: true, is_strict: false });
  const hang = new Promise<never>(() => undefined);
  parts.readPage.mockReturnValueOnce(hang);
  parts.pagePolicy.mockReturnValueOnce(hang);
  parts.readConfig.mockReturnValueOnce(hang);
  expect(await readPlainPage()).toEqual({ status: 200, has_config: false, is_strict: true });
});

it('is served without parts that cannot be read', async () => {
  const error = new Error('no database');
  parts.readPage.mockRejectedValueOnce(error);
  parts.pagePolicy.mockRejectedValueOnce(error);
  parts.readConfig.mockRejectedValueOnce(error);
  expect(await readPlainPage()).toEqual({ status: 200, has_config: false, is_strict: true });
});

it('may be kept by the browser alone, as its data depend on cookies', async () => {
  expect((await app.inject('/open/index')).headers['cache-control']).toBe('private, no-cache');
});
