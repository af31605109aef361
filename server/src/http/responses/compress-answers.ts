import { gzip, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Shorter answers fit in the first few packets anyway. */
const minCharacters = 4000;
/** Up to this length a compression thread costs more than it saves; longer ones would block other requests. */
const maxAtOnce = 200_000;
/** JSON shrinks to a tenth at this level; higher ones cost more than they save. */
const level = 3;

/** Compresses long JSON answers for clients that accept gzip. Files and pages are compressed where they are built. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    const isLong =
      typeof payload === 'string' &&
      payload.length >= minCharacters &&
      String(reply.getHeader('content-type')).startsWith('application/json');
    const isTaken =
      isLong &&
      String(request.headers['accept-encoding'] ?? '').includes('gzip') &&
      !reply.hasHeader('content-encoding');
    if (!isTaken) return done(null, payload);
    void reply.header('Content-Encoding', 'gzip').header('Vary', 'Accept-Encoding').removeHeader('content-length');
    if (payload.length > maxAtOnce) gzip(payload, { level }, done);
    else done(null, gzipSync(payload, { level }));
  });
}
