import type { FastifyInstance } from 'fastify';

const beatPath = /\/home\/learning-records\/(?:beat|read)(?:\?|$)/;

function parseObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A page that is being closed can send text only: JSON in it is read as JSON. The page token in the body is checked as ever. */
export function acceptBeacons(app: FastifyInstance): void {
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (request, body, done) =>
    done(null, beatPath.test(request.url) ? parseObject(String(body)) : body),
  );
}
