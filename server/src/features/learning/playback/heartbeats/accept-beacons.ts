import type { FastifyInstance } from 'fastify';

const beatPath = /\/home\/learning-records\/(?:beat|read)(?:\?|$)/;

function parseObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A closing page can send only plain text (sendBeacon): parsed as JSON here. The CSRF token in the body is checked as usual. */
export function acceptBeacons(app: FastifyInstance): void {
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (request, body, done) =>
    done(null, beatPath.test(request.url) ? parseObject(String(body)) : body),
  );
}
