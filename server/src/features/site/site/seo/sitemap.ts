import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../../../core/context.ts';
import { escapeHtml } from './html.ts';
import { cachedForMinute } from '../cached.ts';
import { loadPublicPaths } from './page-content.read.ts';
import { namedOrigin } from './page-reader.ts';

const originOf = (ctx: Context, request: FastifyRequest): string | null =>
  namedOrigin(ctx, `${request.protocol}://${request.host}`);

async function writeSitemap(ctx: Context, origin: string): Promise<string> {
  const entries = await cachedForMinute(ctx, 'sitemap', () => loadPublicPaths(ctx));
  const lines = entries.map(
    ({ path, changed_at: at }) =>
      `<url><loc>${escapeHtml(origin + path)}</loc>${at ? `<lastmod>${at.toISOString().slice(0, 10)}</lastmod>` : ''}</url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</urlset>\n`;
}

const closed = [
  '/admin/',
  '/home/',
  '/api/',
  '/web-api/',
  '/local/',
  '/a/',
  '/open/agencies/',
  '/open/login',
  '/open/register',
  '/open/password',
  '/open/logout',
];

/** Serves sitemap.xml and robots.txt. */
export function mountSitemap(app: FastifyInstance, { ctx }: { ctx: Context }): void {
  app.get('/sitemap.xml', async (request, reply) => {
    const origin = originOf(ctx, request);
    // A sitemap needs absolute URLs.
    if (origin === null) return reply.callNotFound();
    return reply
      .type('application/xml; charset=utf-8')
      .header('Cache-Control', 'public, max-age=60')
      .send(await writeSitemap(ctx, origin));
  });
  app.get('/robots.txt', (request, reply) => {
    const origin = originOf(ctx, request);
    const lines = [
      'User-agent: *',
      ...closed.map((path) => `Disallow: ${path}`),
      'Allow: /open/',
      ...(origin === null ? [] : ['', `Sitemap: ${origin}/sitemap.xml`]),
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('Cache-Control', 'public, max-age=60')
      .send(`${lines.join('\n')}\n`);
  });
}
