import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../../../../core/context.ts';
import { pluginsOf, type LoadedPlugin } from '../run/plugin-host.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Below this address is what browsers load of plugins. */
export const filesAddress = '/plugin-files';

/**
 * The frame of a page may load the plugin's own files and nothing else: it has no cookies, no storage and no connection, so all
 * it reaches is what the page around it passes on. A policy cannot take WebRTC away in every browser: `plugin-frame.js` does, and
 * the second policy lets no script run in a frame within the frame, which would have it again. Both have to allow a script.
 */
const framePolicy = (nonce: string): string =>
  [
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self' data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      "webrtc 'block'",
      // Without `allow-forms` browsers do not even call the handlers of `submit`.
      'sandbox allow-scripts allow-forms',
    ].join('; '),
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
  ].join(', ');

const isServed = (path: string): boolean => path.startsWith('web/');

/** Versions have addresses of their own, so that they may stay in every cache. */
const forever = (reply: FastifyReply): FastifyReply =>
  reply.header('Cache-Control', 'public, max-age=31536000, immutable');

const frameOf = (module: string, nonce: string): string =>
  `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>-</title><body><script nonce="${nonce}" src="/plugin-frame.js" data-module="${module}"></script></body>`;

type Params = { plugin: string; hash: string };

/** Serves the files below `web/` of plugins that are on, and the documents their pages run in. */
export function servePluginFiles(app: FastifyInstance, ctx: Context): void {
  const find = async ({ plugin: id, hash }: Params): Promise<LoadedPlugin | null> => {
    const plugin = await pluginsOf(ctx).find(id);
    return plugin?.row.hash === hash ? plugin : null;
  };
  app.get<{ Params: Params & { area: string; page: string } }>(
    `${filesAddress}/:plugin/:hash/page/:area/:page`,
    { exposeHeadRoute: false },
    async ({ params }, reply) => {
      const plugin = await find(params);
      const page = plugin?.row.manifest.pages.find(({ area, name }) => area === params.area && name === params.page);
      if (!page) return reply.callNotFound();
      const nonce = randomBytes(16).toString('base64');
      void reply
        // Whoever knows the nonce of a stored document could start scripts of their own in it.
        .header('Cache-Control', 'no-store')
        .header('Content-Security-Policy', framePolicy(nonce))
        .header('X-Frame-Options', 'SAMEORIGIN');
      return reply
        .type('text/html; charset=utf-8')
        .send(frameOf(`${filesAddress}/${params.plugin}/${params.hash}/${page.module}`, nonce));
    },
  );
  app.get<{ Params: Params & { '*': string } }>(
    `${filesAddress}/:plugin/:hash/*`,
    { exposeHeadRoute: false },
    async ({ params }, reply) => {
      const path = params['*'];
      const type = types[extname(path)];
      const plugin = isServed(path) && type ? await find(params) : null;
      const content = (await plugin?.files())?.get(path);
      if (!content || !type) return reply.callNotFound();
      // A frame without an origin loads modules as from elsewhere.
      void forever(reply)
        .header('Access-Control-Allow-Origin', '*')
        .header('Content-Security-Policy', "default-src 'none'; sandbox");
      return reply.type(type).send(content);
    },
  );
}
