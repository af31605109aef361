import type { FastifyInstance } from 'fastify';

type Guests = {
  scripts: readonly string[];
  /** Origins that third-party scripts call, and those they show or report by pictures. */
  connections: readonly string[];
  pictures: readonly string[];
  /** Origins that videos are uploaded to and played from; pictures and documents are always ours. */
  files: readonly string[];
};

/** The Content-Security-Policy with the origins allowed besides our own. */
export function contentPolicy({ scripts, connections, pictures, files }: Guests): string {
  const from = (directive: string, origins: readonly string[]): string => [directive, ...origins].join(' ');
  return [
    "default-src 'self'",
    from("script-src 'self'", scripts),
    "style-src 'self' 'unsafe-inline'",
    from("img-src 'self' data: blob:", pictures),
    from("media-src 'self' blob:", files),
    from("connect-src 'self'", [...connections, ...files]),
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The same headers for every answer, as one frozen object. */
const headers = Object.freeze({
  'Content-Security-Policy': contentPolicy({ scripts: [], connections: [], pictures: [], files: [] }),
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
    // Personal answers must not be cached; public ones that may be cached set their own header.
    if (isApi(request.url)) void reply.header('Cache-Control', 'no-store');
    if (request.protocol === 'https') void reply.header('Strict-Transport-Security', 'max-age=31536000');
    done();
  });
}
