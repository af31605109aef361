import type { FastifyInstance } from 'fastify';

/** Responds 304 if the request's If-None-Match equals the response's ETag. */
export function answerUnchanged(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const etag = reply.getHeader('etag');
    const isKnown = etag !== undefined && reply.statusCode === 200 && request.headers['if-none-match'] === etag;
    if (isKnown) void reply.code(304);
    done(null, isKnown ? null : payload);
  });
}
