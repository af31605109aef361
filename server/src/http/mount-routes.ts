import type { FastifyInstance, FastifyRequest } from 'fastify';
import { knownTimeZone } from '@kaike/shared/kit/zoned-time';
import type { JsonSchema } from '@kaike/shared/kit/schema';
import type { Context } from '../core/context.ts';
import { readFields } from '../kit/fields/read-fields.ts';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/app-error.ts';
import { authenticate, renewAuthorization } from './authenticate.ts';
import { checkBody, cleanInput, readParams, refuseUnknown } from '../core/clean-input.ts';
import { checkCsrfToken } from './csrf.ts';
import { checkActivated, checkGuard } from '../core/guards.ts';
import { readIdempotencyKey } from '../core/once.ts';
import type { Call } from '../core/call.ts';
import { anyAdmin, type Route } from '../core/route.ts';
import { isBrowserAddress, pathsOf } from './route-names.ts';
import { methods, pathBelowBase, type Exchange } from './api-routes.ts';
import { justEnded, type Sessions } from '../core/sessions/sessions.ts';
import { localeOf, translatorOf } from '../core/wording.ts';
import { writeAnswer } from './responses/write-answer.ts';
import { takeFile } from './take-file.ts';
import { isShownTo } from './this-machine.ts';

type MountOptions = {
  ctx: Context;
  sessions: Sessions;
  is_browser: boolean;
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
  { request, reply }: Exchange,
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
    status: route.status,
    started_ms: performance.now() - reply.elapsedTime,
    upload: (bytes) => takeFile(request, bytes),
    locale,
    t: translatorOf(locale),
    body: {},
    query: {},
    params: {},
    time_zone: knownTimeZone([request.headers['timezone']].flat()[0]),
    ip: request.ip,
    request_id: request.id,
    idempotency_key: key,
  };
}

function readPart(fields: Route['contract']['body'], raw: unknown): Record<string, unknown> {
  if (Object.keys(fields).length === 0) return {};
  const { values, failures } = readFields(
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

/** The person of the request, and the error to report after the handler when the session has just ended. */
async function identify(
  route: Route,
  request: FastifyRequest,
  options: MountOptions,
): Promise<{ actor: Actor | null; ended: unknown }> {
  try {
    const actor = await authenticate(request, {
      ...options,
      ignores_ended_session: route.ignores_ended_session,
      takes_tokens: route.guard === 'admin' && route.permission !== null && route.permission !== anyAdmin,
      keeps_waiting: route.takes_waiting || route.guard !== 'open',
    });
    return { actor, ended: null };
  } catch (error) {
    const actor = route.accepts_just_ended ? justEnded(error) : null;
    if (!actor) throw error;
    return { actor, ended: error };
  }
}

async function answer(route: Route, { request, reply }: Exchange, options: MountPlace): Promise<unknown> {
  const { ctx } = options;
  const isWrite = !safeMethods.includes(request.method);
  const key = isWrite ? readIdempotencyKey(request.headers) : null;
  if (options.is_browser && isWrite) checkCsrfToken(request, { secrets: ctx.secrets, now: ctx.clock() });
  const { actor, ended } = await identify(route, request, options);
  const referer = request.headers['refererpage'];
  checkGuard(route.guard, route.permission, {
    actor,
    back_url:
      typeof referer === 'string' ? referer : route.contract.path.startsWith('/admin') ? '/admin/index' : '/home/index',
  });
  if (ofPage.test(route.contract.path) && (await options.isClosed?.(route.contract.path)))
    throw new AppError('access.denied');
  await checkActivated(options.ctx.db, route.guard, actor);
  const call = describeRequest({ request, reply }, { ...options, route, actor, key });
  await takeLimit(route, call);
  // Handlers may read these directly, so what cannot be stored is refused here.
  call.params = readParams(recordOf(request.params));
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

export type FoundRoute = { route: Route; params: Record<string, string> };

/** What is known of a request before its route is. */
export type Sought = { plugin: string; method: string; path: string };

/**
 * Serves what `find` knows below an address, for routes that come and go while the server runs: guarded, limited and checked
 * like all others.
 */
export function mountLookup(
  app: FastifyInstance,
  pattern: string,
  find: (sought: Sought) => Promise<FoundRoute | null>,
  options: Omit<MountOptions, 'is_browser'>,
): void {
  const handler = async ({ request, reply }: Exchange): Promise<unknown> => {
    const path = pathBelowBase(request.raw.url ?? '');
    const plugin = String(recordOf(request.params)['plugin']);
    const match = await find({ plugin, method: request.method, path });
    if (!match) throw new AppError('request.not_found');
    request.params = match.params;
    const { route } = match;
    const isBrowser = isBrowserAddress(request.originalUrl);
    const result = await answer(
      route,
      { request, reply },
      { ...options, path: route.contract.path, is_browser: isBrowser },
    );
    return writeAnswer(
      { request, reply },
      { schema: answerSchema(route.contract.answer.json), status: route.status },
      result,
    );
  };
  for (const method of methods) app.api_routes.add(method, pattern, handler);
}

/** Adds routes to those of the API, each under all of its paths. */
export function mountRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  options: Omit<MountOptions, 'is_browser'>,
): void {
  for (const route of routes) {
    let schemaPlace: { schema: JsonSchema; status: number } | null = null;
    for (const path of pathsOf(route.contract)) {
      const browser = { ...options, path, is_browser: true };
      const program = { ...browser, is_browser: false };
      app.api_routes.add(route.contract.method, path, async ({ request, reply }) =>
        writeAnswer(
          { request, reply },
          (schemaPlace ??= { schema: answerSchema(route.contract.answer.json), status: route.status }),
          await answer(route, { request, reply }, isBrowserAddress(request.originalUrl) ? browser : program),
        ),
      );
    }
  }
}
