import type { FastifyInstance } from 'fastify';
import type { Context } from '../core/context.ts';
import type { CallbackEndpoint } from '../core/messages/callback-endpoint.ts';
import type { Route } from '../core/route.ts';
import type { Sessions } from '../core/sessions/sessions.ts';

/** What a feature contributes to the application. */
export type Feature = {
  routes: readonly Route[];
  /** Only with `KAIKE_ENV=local`; elsewhere it has no routes and is not mounted. */
  only_local?: true;
  /** Endpoints that `mount` opens to other services. */
  callbacks?: readonly CallbackEndpoint[];
  /** For what is not a JSON endpoint under both bases: uploads, streams, callbacks. */
  mount?: (app: FastifyInstance, options: { ctx: Context; sessions: Sessions; routes: readonly Route[] }) => void;
};
