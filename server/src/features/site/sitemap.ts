import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { escapeHtml } from './html.ts';
import { keptForMinute } from './kept.ts';
import { readPublicPaths } from './page-content.read.ts';
import { siteOrigin } from './read-page.ts';

const originOf = (ctx: Context, request: FastifyRequest): string => siteOrigin(ctx, `${request.protocol}://${request.host}`);

async function writeSitemap(ctx: Context, origin: string): Promise<string> {
  const entries = await keptForMinute(ctx, 'sitemap', () => readPublicPaths(ctx));
  const lines = entries.map(({ path, changed_at: at }) => `<url><loc>${escapeHtml(origin + path)}</loc>${at ? `<lastmod>${at.toISOString().slice(0, 10)}</lastmod>` : ''}</url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</urlset>\n`;
}

const closed = ['/admin/', '/home/', '/api/', '/web-api/', '/local/', '/a/', '/open/agencies/', '/open/login', '/open/register', '/open/password', '/open/logout'];

/** Serves what search engines ask for first. */
export function mountSitemap(app: FastifyInstance, { ctx }: { ctx: Context }): void {
  app.get('/sitemap.xml', async (request, reply) => reply.type('application/xml; charset=utf-8').header('Cache-Control', 'public, max-age=60').send(await writeSitemap(ctx, originOf(ctx, request))));
  app.get('/robots.txt', (request, reply) => reply.type('text/plain; charset=utf-8').header('Cache-Control', 'public, max-age=60')
    .send(`User-agent: *\n${closed.map((path) => `Disallow: ${path}`).join('\n')}\nAllow: /open/\n\nSitemap: ${originOf(ctx, request)}/sitemap.xml\n`));
}
