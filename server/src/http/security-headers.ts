import type { FastifyInstance } from 'fastify';

type Guests = { scripts: readonly string[]; /** Where scripts of others report to. */ beacons: readonly string[] };

/** The Content-Security-Policy with the origins that are let in besides our own. */
export function contentPolicy({ scripts, beacons }: Guests): string {
  const from = (directive: string, origins: readonly string[]): string => [directive, ...origins].join(' ');
  return [
    "default-src 'self'",
    from("script-src 'self'", scripts),
    "style-src 'self' 'unsafe-inline'",
    from("img-src 'self' data: blob:", beacons),
    "media-src 'self' blob:",
    from("connect-src 'self'", beacons),
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** One frozen object: the same headers on every answer. */
const headers = Object.freeze({
  'Content-Security-Policy': contentPolicy({ scripts: [], beacons: [] }),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), microphone=(self), geolocation=(self), autoplay=(self), interest-cohort=()',
});

const isApi = (url: string): boolean => url.startsWith('/api/') || url.startsWith('/web-api/');

/** Sends the security headers with everything the server answers. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('X-Request-Id', request.id);
    // What an answer says of a person stays nowhere; public ones that may be kept say so themselves.
    if (isApi(request.url)) void reply.header('Cache-Control', 'no-store');
    if (request.protocol === 'https') void reply.header('Strict-Transport-Security', 'max-age=31536000');
    done();
  });
}
