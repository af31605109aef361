import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';

/** /healthz: the process can serve. /readyz: its database can, too. */
export function addHealth(app: FastifyInstance, ctx: Context): void {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await sql`select 1`.execute(ctx.db);
      return await reply.send({ status: 'ok' });
    } catch (error) {
      ctx.log.warn({ err: error }, 'database not ready');
      return reply.code(503).send({ status: 'unavailable' });
    }
  });
}
