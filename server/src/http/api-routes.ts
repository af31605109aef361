import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Method } from '@kaike/shared/kit/contract';
import { base } from './route-names.ts';

export type HttpExchange = { request: FastifyRequest; reply: FastifyReply };
type Handler = (exchange: HttpExchange) => Promise<unknown>;
/** Judges who calls; what it resolves with reads the body and answers. */
export type Endpoint = (exchange: HttpExchange) => Promise<Handler>;

declare module 'fastify' {
  interface FastifyRequest {
    /** What answers, once the caller was admitted. */
    api_handler: Handler | null;
  }
}

/** The methods of the API. */
export const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** The path of an address below the base, without a slash at its end. */
export function pathBelowBase(url: string): string {
  const [path = ''] = url.slice(base.length).split(/[?#]/, 1);
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** The pattern of the address that was requested; null when it is unknown. */
export const routeUrl = ({ routeOptions: { url } }: FastifyRequest): string | null => url ?? null;

/** Serves an endpoint below the base, to browsers (cookies and CSRF token) and, by the address of programs, with the Authorization header alone. */
export function addEndpoint(
  app: FastifyInstance,
  { method, path, endpoint }: { method: Method; path: string; endpoint: Endpoint },
): void {
  if (!app.hasRequestDecorator('api_handler')) app.decorateRequest('api_handler', null);
  app.route({
    method,
    url: base + path,
    // No client of an API needs HEAD.
    exposeHeadRoute: false,
    // Before the body arrives: whoever may not call is told so whatever they send.
    preParsing: async (request, reply) => {
      request.api_handler = await endpoint({ request, reply });
    },
    handler: (request, reply) => request.api_handler?.({ request, reply }),
  });
}
