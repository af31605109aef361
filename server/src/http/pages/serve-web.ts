import { trimSlashes } from '@kaike/shared/kit/text/trim-slashes';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import { extname, sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as start from '@kaike/shared/contracts/auth/start';
import { findMovedPage } from '@kaike/shared/pages/moved-pages';
import type { Locale } from '@kaike/shared/locales/languages';
import { localeOf } from '../../core/wording.ts';
import { cookies } from '../cookies.ts';
import { loadPageFiles, type PageHead } from './page-files.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
};

type Asset = {
  body: Buffer;
  brotli: Buffer | null;
  gzip: Buffer | null;
  type: string;
  etag: string;
  is_hashed: boolean;
};
type Read = () => Asset;

/** Content of the page before its scripts run, for search engines and link previews; both parts are HTML. */
export type PageHtml = { head: string; body: string; status: 200 | 404 };
export type ReadPage = (page: { path: string; origin: string }) => Promise<PageHtml | null>;
type Serving = {
  readPage: ReadPage;
  pagePolicy: (userAgent: string) => Promise<string>;
  /** What `/open/config` answers to this visitor; it comes with the page, as each needs it at once. */
  readConfig: (request: FastifyRequest, language: Locale) => Promise<{ name: string }>;
};

const readFileIfExists = (path: string): Buffer | null => (existsSync(path) ? readFileSync(path) : null);

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = folder + sep + entry.name;
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

function readAsset(path: string, url: string, type: string): Asset {
  const body = readFileSync(path);
  return {
    body,
    brotli: readFileIfExists(`${path}.br`),
    gzip: readFileIfExists(`${path}.gz`),
    type,
    etag: `"${hash('sha1', body, 'base64url')}"`,
    is_hashed: url.startsWith('/assets/'),
  };
}

/** Reads at once files that a later build replaces; hashed files never change and most are never requested, so each is read on first use. */
function readerOf(path: string, url: string, type: string): Read {
  let asset = url.startsWith('/assets/') ? null : readAsset(path, url, type);
  return () => (asset ??= readAsset(path, url, type));
}

function findAssets(root: string): Map<string, Read> {
  const assets = new Map<string, Read>();
  if (!existsSync(root)) return assets;
  for (const path of filesBelow(root)) {
    const type = types[extname(path)];
    if (!type || path.includes(`${sep}.vite${sep}`)) continue;
    const url = path.slice(root.length).replaceAll(sep, '/');
    assets.set(url, readerOf(path, url, type));
  }
  return assets;
}

function encodingFor(asset: Asset, accepted: string): { body: Buffer; encoding: string | null } {
  if (asset.brotli && accepted.includes('br')) return { body: asset.brotli, encoding: 'br' };
  if (asset.gzip && accepted.includes('gzip')) return { body: asset.gzip, encoding: 'gzip' };
  return { body: asset.body, encoding: null };
}

function send(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  void reply
    .header('Cache-Control', asset.is_hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('ETag', asset.etag)
    .header('Vary', 'Accept-Encoding');
  if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send();
  const { body, encoding } = encodingFor(asset, request.headers['accept-encoding'] ?? '');
  if (encoding) void reply.header('Content-Encoding', encoding);
  return reply.type(asset.type).send(body);
}

/** Below the loading screen, which fills the window, so that people do not see the summary flash by. */
const rootEnd = /(?<=<div id="root">.*<\/div>)(?=<\/div>)/s;

/** An answer of the API as data in the page, which runs no script; public/early.js hands it to the app. */
const dataOf = (path: string, answer: object | null): string =>
  answer === null
    ? ''
    : `<script type="application/json" data-answer="${path}">${JSON.stringify(answer).replaceAll('<', String.raw`\u003c`)}</script>`;

type Parts = { head: PageHead; words: PageHtml | null; config: { name: string } | null; language: Locale };

/** The app's page for one address: in a language, with what it needs first, a title and more in its head, and a summary where the app will render. */
function compose(index: Asset, { head: { early, links }, words, config, language }: Parts): Buffer {
  const html = index.body
    .toString('utf8')
    .replace(/<html[^>]*>/, `<html lang="${language}" class="lang-${language}">`)
    .replace('<script src="/early.js">', (first) => early + dataOf(start.getConfig.path, config) + first)
    .replace('</head>', (end) => links + end);
  const school = config?.name.replaceAll(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const title = words?.head || (school && `<title>${school}</title>`);
  const titled = title ? html.replace(/<title>[^<]*<\/title>/, () => title) : html;
  return Buffer.from(words?.body ? titled.replace(rootEnd, () => words.body) : titled);
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: { html: Buffer; status: number }): FastifyReply {
  const etag = `"${hash('sha1', page.html, 'base64url')}"`;
  void reply
    .code(page.status)
    .header('Cache-Control', 'private, no-cache')
    .header('ETag', etag)
    .header('Vary', 'Accept-Encoding, Accept-Language, Cookie')
    .type(types['.html'] ?? '');
  if (page.status === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send();
  const isZipped = String(request.headers['accept-encoding'] ?? '').includes('gzip');
  return isZipped ? reply.header('Content-Encoding', 'gzip').send(gzipSync(page.html)) : reply.send(page.html);
}

/** How long a page waits for its parts: a slow read still comes with it, and the app shows its splash or its error while the database hangs. */
const partMs = 1000;
const late = Symbol('late');

/** What a page can do without, as the app renders and requests everything itself: null when it cannot be read, or not in time. */
async function readInTime<T>(request: FastifyRequest, part: string, read: () => Promise<T>): Promise<T | null> {
  try {
    const answer = await Promise.race([read(), wait(partMs, late, { ref: false })]);
    if (answer !== late) return answer;
    request.log.warn({ part, request_id: request.id }, 'a part of a page was not read in time');
  } catch (error) {
    request.log.error({ err: error, part, request_id: request.id }, 'a part of a page could not be read');
  }
  return null;
}

/** Serves the built app from memory. Any page path returns the app (history mode); a missing asset returns 404. */
export function serveWeb(app: FastifyInstance, root: string, { readPage, pagePolicy, readConfig }: Serving): void {
  const assets = findAssets(root);
  const headOf = loadPageFiles(root);
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const asset = assets.get(path)?.();
    if (asset) return send(request, reply, asset);
    const isPage = !/^\/(?:(?:api|web-api|assets|uploads|local)\/|metrics$)/.test(path) && extname(path) === '';
    const index = assets.get('/index.html')?.();
    if (!isPage || !index) return reply.callNotFound();
    const moved = findMovedPage(path, request.url.split('?')[1] ?? '');
    if (moved !== null) return reply.redirect(moved, 302);
    const address = path.length > 1 ? trimSlashes(path) : path;
    // A first visit is in the language the browser asks for; what somebody chooses is kept in the cookie.
    const language = localeOf({ cookie: request.cookies['Language'], accept: request.headers['accept-language'] });
    const origin = `${request.protocol}://${request.host}`;
    const [words, config, policy] = await Promise.all([
      readInTime(request, 'words', () => readPage({ path: address, origin })),
      readInTime(request, 'config', () => readConfig(request, language)),
      readInTime(request, 'policy', () => pagePolicy(request.headers['user-agent'] ?? '')),
    ]);
    const head = headOf(address, {
      language,
      has_session: request.cookies[cookies.authorization] !== undefined,
    });
    // Without it the strict policy of every response stays.
    if (policy !== null) void reply.header('Content-Security-Policy', policy);
    return sendPage(request, reply, {
      html: compose(index, { head, words, config, language }),
      status: words?.status ?? 200,
    });
  });
}
