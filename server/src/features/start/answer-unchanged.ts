import type { FastifyInstance } from 'fastify';

/** Lets an answer that carries an ETag be said as 304 to whoever has it already. */
export function answerUnchanged(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const etag = reply.getHeader('etag');
    const isKnown = etag !== undefined && reply.statusCode === 200 && request.headers['if-none-match'] === etag;
    if (isKnown) void reply.code(304);
    done(null, isKnown ? null : payload);
  });
}
