import type { FastifyInstance } from 'fastify';
import type { Context } from '../../core/context.ts';

/** A balancer asks every few seconds and wants an answer within two. */
const timeoutMs = 1500;
const retryAfterSeconds = 3;

/** /healthz: the process can serve. /readyz: its database can, too. */
export function addHealth(app: FastifyInstance, ctx: Context): void {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (await ctx.database.answers(timeoutMs)) return reply.send({ status: 'ok' });
    ctx.log.warn('database not ready');
    return reply.code(503).header('Retry-After', String(retryAfterSeconds)).send({ status: 'unavailable' });
  });
}
