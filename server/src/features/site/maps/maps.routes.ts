import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../core/context.ts';
import type { Feature } from '../../feature.ts';

/** The address is fixed by the script. */
const prefix = '/_AMapService';
const perMinute = 300;

/** Requests of the map's script that need the school's security code. */
function mountMapService(app: FastifyInstance, { ctx }: { ctx: Context }): void {
  app.get(`${prefix}/*`, async (request, reply) => {
    const provider = await ctx.adapters.maps.provider();
    if (!provider) return reply.callNotFound();
    await ctx.limiter.take({ key: `map|ip:${request.ip}`, max: perMinute, seconds: 60 });
    const url = new URL(request.url, 'http://localhost');
    const answer = await provider.forward(url.pathname.slice(prefix.length), url.searchParams);
    if (!answer) return reply.callNotFound();
    return reply.status(answer.status).type(answer.type).header('Cache-Control', 'private, no-store').send(answer.body);
  });
}

/** Maps of a provider. */
export const mapsFeature: Feature = { routes: [], mount: mountMapService };
