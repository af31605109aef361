import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Shorter answers fit in the packets they come in anyway. */
const leastCharacters = 2000;
/** The last levels cost twice the processor for a hundredth less. */
const level = 5;

/** Sends long JSON answers compressed to who takes them so: a list shrinks to a tenth. Files and pages are compressed where they are made. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    const isLong = typeof payload === 'string' && payload.length >= leastCharacters && String(reply.getHeader('content-type')).startsWith('application/json');
    const isTaken = isLong && String(request.headers['accept-encoding'] ?? '').includes('gzip') && !reply.hasHeader('content-encoding');
    if (!isTaken) return done(null, payload);
    void reply.header('Content-Encoding', 'gzip').header('Vary', 'Accept-Encoding').removeHeader('content-length');
    gzip(payload, { level }, done);
  });
}
