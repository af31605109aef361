import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tokenAccess } from '@kaike/shared/domain/system/api-token';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import type { JsonSchema } from '@kaike/shared/kit/schema';
import type { Context } from '../core/context.ts';
import { parseFields } from '../kit/fields/parse-fields.ts';
import type { Actor } from '../core/actor.ts';
import { AppError, assert } from '../core/app-error.ts';
import { authenticate, renewAuthorization } from './authenticate.ts';
import { checkBody, cleanInput, parseParams, refuseUnknown } from '../core/clean-input.ts';
import { checkCsrfToken } from './csrf.ts';
import { checkActivated, checkGuard } from '../core/guards.ts';
import { parseIdempotencyKey } from '../core/with-idempotency.ts';
import type { Call } from '../core/call.ts';
import { takesTokens, type Route } from '../core/route.ts';
import { isBrowserAddress, pathsOf } from './route-names.ts';
import { addEndpoint, methods, pathBelowBase, type Endpoint, type HttpExchange } from './api-routes.ts';
import { justEnded, type Sessions } from '../core/sessions/sessions.ts';
import { localeOf, translatorOf } from '../core/wording.ts';
import { writeAnswer } from './responses/write-answer.ts';
import { receiveFile } from './receive-file.ts';
import { holdsConsoleToken } from './console-token.ts';
import { isShownTo } from './this-machine.ts';

type MountOptions = {
  ctx: Context;
  sessions: Sessions;
  is_browser: boolean;
  /** Permissions that no API token has: see `closedToTokens`. */
  closed_to_tokens: ReadonlySet<string>;
  /** Whether the public page of that path is switched off, and its data with it. */
  isClosed?: (path: string) => Promise<boolean>;
};

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/** Paths of the data of public pages and of the records below them. */
const ofPage = /^\/open\/[\w-]+(?:\/:\w+)?$/;

/** Keys any successful answer may carry besides its own. */
const envelope: Record<string, JsonSchema> = {
  message: { type: 'string' },
  redirect: { type: 'string' },
  code: { type: 'string' },
  alert: { type: 'object', additionalProperties: true },
};

function answerSchema(schema: JsonSchema): JsonSchema {
  return schema.type === 'object' && schema.properties
    ? { ...schema, properties: { ...envelope, ...schema.properties } }
    : schema;
}

type MountPlace = MountOptions & { /** Below the base. */ path: string };

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** What a handler needs to know about the request, as plain values. */
function describeRequest(
  { request, reply }: HttpExchange,
  { route, actor, key, ...options }: MountPlace & { route: Route; actor: Actor | null; key: string | null },
): Call {
  const { config } = options.ctx;
  const [path = null] = request.originalUrl.split('?', 1);
  const locale = localeOf({
    header: request.headers['language'],
    cookie: request.cookies['Language'],
    accept: request.headers['accept-language'],
  });
  return {
    ctx: options.ctx,
    sessions: options.sessions,
    actor,
    is_browser: options.is_browser,
    method: request.method,
    path,
    route: options.path,
    origin: config.public_url ?? `${request.protocol}://${request.host}`,
    hostname: request.hostname,
    user_agent: request.headers['user-agent'] ?? '',
    headers: request.headers,
    cookies: request.cookies,
    raw_body: recordOf(request.body),
    raw_query: recordOf(request.query),
    may_use_stand_ins: isShownTo(request, config),
    is_opened_from_console: config.expose_local_codes || holdsConsoleToken(request, options.ctx.secrets),
    status: route.status,
    started_ms: performance.now() - reply.elapsedTime,
    upload: (bytes) => receiveFile(request, bytes),
    locale,
    t: translatorOf(locale),
    body: {},
    query: {},
    params: {},
    // Days and clocks are the school's wherever the reader is; the header TimeZone changes none of them.
    time_zone: defaultTimeZone,
    ip: request.ip,
    request_id: request.id,
    idempotency_key: key,
  };
}

function readPart(fields: Route['contract']['body'], raw: unknown): Record<string, unknown> {
  if (Object.keys(fields).length === 0) return {};
  const { values, failures } = parseFields(
    fields,
    typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {},
  );
  if (Object.keys(failures).length > 0) throw new AppError('request.invalid', { failures });
  return values;
}

/** A parameter that is empty in an address is one that is not set. */
const filledOnes = (query: Call['raw_query']): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

async function takeLimit(route: Route, call: Call): Promise<void> {
  if (!route.limit) return;
  const { by, name = `${route.contract.method} ${route.contract.path}`, ...limit } = route.limit;
  const who = by === 'user' && call.actor ? `user:${call.actor.user_id}` : `ip:${call.ip}`;
  await call.ctx.limiter.take({ ...limit, key: `${name}|${who}` });
}

/** Who calls, once guard, permission and what else the route demands have let them pass. */
type Admitted = {
  actor: Actor | null;
  /** Reported after the handler when the session has just ended. */
  ended: unknown;
};

async function identify(route: Route, request: FastifyRequest, options: MountOptions): Promise<Admitted> {
  try {
    const actor = await authenticate(request, {
      ...options,
      ignores_ended_session: route.ignores_ended_session,
      closed_to_tokens: takesTokens(route) ? options.closed_to_tokens : null,
      keeps_waiting: route.takes_waiting || route.guard !== 'open',
    });
    return { actor, ended: null };
  } catch (error) {
    const actor = route.accepts_just_ended ? justEnded(error) : null;
    if (!actor) throw error;
    return { actor, ended: error };
  }
}

/** Refuses what a page of one account asks for after another one logged in beside it: nothing of one person is shown to, or stored for, another. */
function assertSameAccount({ headers }: FastifyRequest, actor: Actor | null): void {
  const account = headers['x-account'];
  if (account !== undefined && actor) assert(account === String(actor.user_id), 'auth.account_changed');
}

/**
 * Judges who calls before anything they sent is read, so that a person without rights learns nothing of what a route expects
 * or of what there is.
 */
async function admit(route: Route, request: FastifyRequest, options: MountOptions): Promise<Admitted> {
  const { ctx } = options;
  const admitted = await identify(route, request, options);
  const { actor } = admitted;
  if (!safeMethods.includes(request.method) || route.guard !== 'open') assertSameAccount(request, actor);
  const referer = request.headers['refererpage'];
  checkGuard(route.guard, route.permission, {
    actor,
    path: route.contract.path,
    back_url:
      typeof referer === 'string' ? referer : route.contract.path.startsWith('/admin') ? '/admin/index' : '/home/index',
  });
  if (actor?.token === tokenAccess.read) assert(safeMethods.includes(request.method), 'access.denied');
  if (ofPage.test(route.contract.path) && (await options.isClosed?.(route.contract.path)))
    throw new AppError('access.denied');
  await checkActivated(ctx.db, route.guard, actor);
  assert(
    route.admits({ ctx, actor, may_use_stand_ins: isShownTo(request, ctx.config) }),
    actor ? 'access.denied' : 'auth.required',
    actor ? {} : { redirect: '/open/login' },
  );
  return admitted;
}

async function answer(
  route: Route,
  { request, reply }: HttpExchange,
  { actor, ended, ...options }: MountPlace & Admitted,
): Promise<unknown> {
  const { ctx } = options;
  const isWrite = !safeMethods.includes(request.method);
  if (options.is_browser && isWrite) checkCsrfToken(request, { secrets: ctx.secrets, now: ctx.clock() });
  const key = isWrite ? parseIdempotencyKey(request.headers) : null;
  const call = describeRequest({ request, reply }, { ...options, route, actor, key });
  await takeLimit(route, call);
  // Handlers may read these directly, so what cannot be stored is refused here.
  call.params = parseParams(recordOf(request.params));
  cleanInput(call.raw_query);
  checkBody(request.body);
  // Contracts without fields read the body themselves: resources have their fields in the definition.
  if (Object.keys(route.contract.body).length > 0) refuseUnknown(route.contract.body, request.body);
  call.body = readPart(route.contract.body, request.body);
  call.query = readPart(route.contract.query, filledOnes(call.raw_query));
  // Before the handler, so that a login or logout overrides these cookies.
  if (actor && !ended && options.is_browser) renewAuthorization(request, reply, { actor, now: ctx.clock() });
  if (!ended) return route.handler(call as never);
  try {
    await route.handler(call as never);
  } catch (error) {
    // To one who is logged out it does not matter what else is refused.
    if (!(error instanceof AppError)) throw error;
  }
  throw ended;
}

/** The route of a request whose caller was admitted: what reads the body and works. */
async function open(
  route: Route,
  { request }: HttpExchange,
  options: MountPlace & { schema: () => JsonSchema },
): Promise<(exchange: HttpExchange) => Promise<unknown>> {
  const { schema, ...place } = options;
  const admitted = await admit(route, request, place);
  return async (exchange) =>
    writeAnswer(
      exchange,
      { schema: schema(), status: route.status },
      await answer(route, exchange, { ...place, ...admitted }),
    );
}

export type RouteResult = { route: Route; params: Record<string, string> };

/** What is known of a request before its route is. */
export type RouteQuery = { plugin: string; method: string; path: string };

/**
 * Serves what `find` knows below an address, for routes that come and go while the server runs: guarded, limited and checked
 * like all others.
 */
export function mountDynamicRoutes(
  app: FastifyInstance,
  pattern: string,
  find: (sought: RouteQuery) => Promise<RouteResult | null>,
  options: Omit<MountOptions, 'is_browser'>,
): void {
  const endpoint: Endpoint = async (exchange) => {
    const { request } = exchange;
    const path = pathBelowBase(request.raw.url ?? '');
    const plugin = String(recordOf(request.params)['plugin']);
    const match = await find({ plugin, method: request.method, path });
    if (!match) throw new AppError('request.not_found');
    request.params = match.params;
    const { route } = match;
    return open(route, exchange, {
      ...options,
      path: route.contract.path,
      is_browser: isBrowserAddress(request.originalUrl),
      schema: () => answerSchema(route.contract.response.json),
    });
  };
  for (const method of methods) addEndpoint(app, { method, path: pattern, endpoint });
}

/** Adds routes to those of the API, each under all of its paths. */
export function mountRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  options: Omit<MountOptions, 'is_browser'>,
): void {
  for (const route of routes) {
    let schema: JsonSchema | null = null;
    const readSchema = (): JsonSchema => (schema ??= answerSchema(route.contract.response.json));
    for (const path of pathsOf(route.contract)) {
      const browser = { ...options, path, is_browser: true, schema: readSchema };
      const program = { ...browser, is_browser: false };
      addEndpoint(app, {
        method: route.contract.method,
        path,
        endpoint: (exchange) =>
          open(route, exchange, isBrowserAddress(exchange.request.originalUrl) ? browser : program),
      });
    }
  }
}
