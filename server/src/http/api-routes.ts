import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Method } from '@kaike/shared/kit/contract';
import { AppError } from '../core/app-error.ts';
import { base } from './route-names.ts';
import { RouteTable, type RouteMatch } from './route-table.ts';

export type HttpExchange = { request: FastifyRequest; reply: FastifyReply };
type Handler = (exchange: HttpExchange) => Promise<unknown>;
/** Judges who calls; what it resolves with reads the body and answers. */
export type Endpoint = (exchange: HttpExchange) => Promise<Handler>;

declare module 'fastify' {
  interface FastifyInstance {
    api_routes: RouteTable<Endpoint>;
  }
  interface FastifyRequest {
    /** The route of the API; null for unknown ones and all other addresses. */
    api_route: RouteMatch<Endpoint> | null;
    /** What answers, once the caller was admitted. */
    api_handler: Handler | null;
  }
}

/** The methods of the API. */
export const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

const everyApiRoute = `${base}/*`;

/** The path of an address below the base, without a slash at its end. */
export function pathBelowBase(url: string): string {
  const [path = ''] = url.slice(base.length).split(/[?#]/, 1);
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** The pattern of the address that was requested; null when it is unknown. */
export function routeUrl({ api_route: match, routeOptions: { url } }: FastifyRequest): string | null {
  if (match) return base + match.pattern;
  return url === undefined || url === everyApiRoute ? null : url;
}

function findRoute(table: RouteTable<Endpoint>, { method, raw }: FastifyRequest): RouteMatch<Endpoint> | null {
  const known = methods.find((one) => one === method);
  return known ? table.find(known, pathBelowBase(raw.url ?? '')) : null;
}

/** Serves what is added to `api_routes`, under /web-api (browsers: cookies and CSRF token) and under /api (the Authorization header alone). */
export function serveApi(app: FastifyInstance): void {
  const table = new RouteTable<Endpoint>();
  app.decorate('api_routes', table);
  app.decorateRequest('api_route', null);
  app.decorateRequest('api_handler', null);
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.url === everyApiRoute) {
      request.api_route = findRoute(table, request);
      request.params = request.api_route?.params ?? {};
    }
    done();
  });
  app.route({
    method: [...methods],
    url: everyApiRoute,
    // No client of an API needs HEAD.
    exposeHeadRoute: false,
    // Before the body arrives: whoever may not call is told so whatever they send.
    preParsing: async (request, reply) => {
      request.api_handler = (await request.api_route?.value({ request, reply })) ?? null;
    },
    handler: async (request, reply) => {
      if (!request.api_handler) throw new AppError('request.not_found');
      return request.api_handler({ request, reply });
    },
  });
}
