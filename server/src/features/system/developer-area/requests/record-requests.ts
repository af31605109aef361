import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../../../core/context.ts';
import type { RecentRequest } from '../../../../db/recent-requests.ts';
import { routeUrl } from '../../../../http/api-routes.ts';
import { base } from '../../../../http/route-names.ts';

const ownPath = '/admin/developments';

/** The route of a request below the base; null for files, unknown addresses and the area itself, which would crowd out the rest. */
function routeOf(request: FastifyRequest): string | null {
  const url = routeUrl(request);
  if (!url?.startsWith(`${base}/`)) return null;
  const route = url.slice(base.length);
  return route.startsWith(ownPath) ? null : route;
}

/** Records every request with its statements. */
export function recordRequests(app: FastifyInstance, { recent_requests: recent, clock }: Context): void {
  if (!recent) return;
  const running = new WeakMap<FastifyRequest, RecentRequest>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = routeOf(request);
    if (route) running.set(request, recent.begin({ method: request.method, route, started_at: clock() }));
    done();
  });
  const enter = (request: FastifyRequest, done: () => void): void => {
    const entry = running.get(request);
    if (entry) recent.run(entry, done);
    else done();
  };
  app.addHook('preParsing', (request, _reply, _payload, done) => enter(request, done));
  // Again once the body is there: what reads it leaves the asynchronous context of the hook before.
  app.addHook('preValidation', (request, _reply, done) => enter(request, done));
  app.addHook('onResponse', (request, reply, done) => {
    const entry = running.get(request);
    if (entry) recent.end(entry, { status: reply.statusCode, ms: reply.elapsedTime });
    done();
  });
}
