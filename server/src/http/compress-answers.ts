import { gzip, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Shorter answers fit in the few packets that are sent at once anyway. */
const leastCharacters = 4000;
/** Up to here the compressor's own thread costs more than the work; beyond it, it would hold up others. */
const mostAtOnce = 200_000;
/** Higher levels cost more than they save on JSON, which shrinks to a tenth with this one. */
const level = 3;

/** Sends long JSON answers compressed to who takes them so. Files and pages are compressed where they are made. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    const isLong =
      typeof payload === 'string' &&
      payload.length >= leastCharacters &&
      String(reply.getHeader('content-type')).startsWith('application/json');
    const isTaken =
      isLong &&
      String(request.headers['accept-encoding'] ?? '').includes('gzip') &&
      !reply.hasHeader('content-encoding');
    if (!isTaken) return done(null, payload);
    void reply.header('Content-Encoding', 'gzip').header('Vary', 'Accept-Encoding').removeHeader('content-length');
    if (payload.length > mostAtOnce) gzip(payload, { level }, done);
    else done(null, gzipSync(payload, { level }));
  });
}
