import { trimSlashes } from '@kaike/shared/kit/text/trim-slashes';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as start from '@kaike/shared/contracts/auth/start';
import { findMovedPage } from '@kaike/shared/pages/moved-pages';
import type { Locale } from '@kaike/shared/locales/languages';
import { localeOf } from '../../core/wording.ts';
import { cookies } from '../cookies.ts';
import { loadPageFiles, type PageHead } from './page-files.ts';

/** Content of the page before its scripts run, for search engines and link previews; both parts are HTML. */
export type PageHtml = { head: string; body: string; status: 200 | 404 };
export type ReadPage = (page: { path: string; origin: string }) => Promise<PageHtml | null>;
type Serving = {
  readPage: ReadPage;
  pagePolicy: (userAgent: string) => Promise<string>;
  /** What `/open/config` answers to this visitor; it comes with the page, as each needs it at once. */
  readConfig: (request: FastifyRequest, language: Locale) => Promise<{ name: string }>;
};

/** Below the loading screen, which fills the window, so that people do not see the summary flash by. */
const rootEnd = /(?<=<div id="root">.*<\/div>)(?=<\/div>)/s;

/** An answer of the API as data in the page, which runs no script; public/early.js hands it to the app. */
const dataOf = (path: string, answer: object | null): string =>
  answer === null
    ? ''
    : `<script type="application/json" data-answer="${path}">${JSON.stringify(answer).replaceAll('<', String.raw`\u003c`)}</script>`;

type Parts = { head: PageHead; words: PageHtml | null; config: { name: string } | null; language: Locale };

/** The app's page for one address: in a language, with what it needs first, a title and more in its head, and a summary where the app will render. */
function compose(index: string, { head: { early, links }, words, config, language }: Parts): string {
  const html = index
    .replace(/<html[^>]*>/, `<html lang="${language}" class="lang-${language}">`)
    .replace('<script src="/early.js">', (first) => early + dataOf(start.getConfig.path, config) + first)
    .replace('</head>', (end) => links + end);
  const school = config?.name.replaceAll(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const title = words?.head || (school && `<title>${school}</title>`);
  const titled = title ? html.replace(/<title>[^<]*<\/title>/, () => title) : html;
  return words?.body ? titled.replace(rootEnd, () => words.body) : titled;
}

/** How long a page waits for its parts: a slow read still comes with it, and the app shows its splash or its error while the database hangs. */
const partMs = 1000;
const late = Symbol('late');

/** What a page can do without, as the app renders and requests everything itself: null when it cannot be read, or not in time. */
async function readInTime<T>(request: FastifyRequest, part: string, read: () => Promise<T>): Promise<T | null> {
  try {
    const answer = await Promise.race([read(), wait(partMs, late, { ref: false })]);
    if (answer !== late) return answer;
    request.log.warn({ part }, 'a part of a page was not read in time');
  } catch (error) {
    request.log.error({ err: error, part }, 'a part of a page could not be read');
  }
  return null;
}

/** Files with a hash in their name never change. */
const cacheControl = (path: string): string =>
  path.includes(`${sep}assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache';

/** Not below the pages: a wrong address there is answered in JSON. */
const apart = /^\/(?:(?:api|web-api|uploads|local)\/|metrics$)/;

/** Serves the built app. Any page path returns the app (history mode); a missing file returns 404. */
export async function serveWeb(
  app: FastifyInstance,
  root: string,
  { readPage, pagePolicy, readConfig }: Serving,
): Promise<void> {
  const indexFile = join(root, 'index.html');
  // Read at once: a later build replaces it.
  const index = existsSync(indexFile) ? readFileSync(indexFile, 'utf8') : null;
  const headOf = loadPageFiles(root);
  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => void reply.header('Cache-Control', cacheControl(path)),
  });
  app.get('/*', async (request, reply) => {
    const [path = '/', query = ''] = request.url.split('?');
    if (index === null || apart.test(path)) return reply.callNotFound();
    if (extname(path) !== '' || path.startsWith('/assets/')) return reply.sendFile(path);
    const moved = findMovedPage(path, query);
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
    return reply
      .code(words?.status ?? 200)
      .headers({ 'Cache-Control': 'private, no-cache', Vary: 'Accept-Language, Cookie' })
      .type('text/html; charset=utf-8')
      .send(compose(index, { head, words, config, language }));
  });
}
