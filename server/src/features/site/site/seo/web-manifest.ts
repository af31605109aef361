import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../../core/context.ts';

const icon = (size: number, purpose: 'any' | 'maskable') => ({
  src: `/icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** Serves the web manifest, so that browsers can install the school as an app under its own name. */
export function mountWebManifest(app: FastifyInstance, { ctx }: { ctx: Context }): void {
  app.get('/manifest.webmanifest', async (_request, reply) => {
    const name = await ctx.settings.get('school_name');
    return reply
      .type('application/manifest+json')
      .header('Cache-Control', 'public, max-age=3600')
      .send(
        JSON.stringify({
          id: '/',
          name,
          short_name: name,
          lang: 'zh-CN',
          start_url: '/home/index',
          scope: '/',
          display: 'standalone',
          background_color: '#f7f6f3',
          theme_color: '#2347c5',
          icons: [
            icon(192, 'any'),
            icon(512, 'any'),
            icon(512, 'maskable'),
            { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
          ],
        }),
      );
  });
}
