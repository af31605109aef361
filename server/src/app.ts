import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import etag from '@fastify/etag';
import multipart from '@fastify/multipart';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { parse } from 'node:querystring';
import type { Context } from './core/context.ts';
import { features } from './features/index.ts';
import { isPageClosed } from './features/office/menus/public.ts';
import { loadClientConfig } from './features/auth/bootstrap/public.ts';
import { createPageReader } from './features/site/site/public.ts';
import { addHealth } from './http/operations/health.ts';
import { AppError } from './core/app-error.ts';
import { noSessionCookies } from './http/authenticate.ts';
import { writeCookies } from './http/cookies.ts';
import { answerError } from './core/error-answer.ts';
import { createMaintenanceCheck } from './http/operations/maintenance.ts';
import { openapiDocument } from './http/operations/openapi.ts';
import { routeUrl } from './http/api-routes.ts';
import { mountRoutes } from './http/mount-routes.ts';
import { createPagePolicy } from './http/pages/page-policy.ts';
import { base, spellAddress } from './http/route-names.ts';
import { addSecurityHeaders } from './http/responses/security-headers.ts';
import { serveWeb } from './http/pages/serve-web.ts';
import { closedToTokens } from './core/route.ts';
import { createSessions } from './core/sessions/sessions.ts';
import { localeOf, translatorOf } from './core/wording.ts';
import { resourceRoutes } from './kit/resource-routes.ts';
import { findProjectRoot } from './project-root.ts';

const bodyLimit = 8 * 1024 * 1024;
const slowMs = 1000;
/** Default Retry-After of a 503. */
const unavailableSeconds = 10;
const isApi = (url: string): boolean => /^\/(api|web-api)\//.test(url);

/** The caller's own request id when it is valid, so that both logs can be correlated. */
function requestId({ headers }: { headers: Record<string, string | string[] | undefined> }): string {
  const header = headers['x-request-id'];
  return typeof header === 'string' && /^[\w.:-]{8,100}$/.test(header) ? header : randomUUID();
}

function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  const locale = localeOf({
    header: request.headers['language'],
    cookie: request.cookies?.['Language'],
    accept: request.headers['accept-language'],
  });
  // The third segment of a back-office route names the resource, whose field labels take precedence.
  const url = routeUrl(request);
  const resource = url?.split('/')[3];
  const lastWord = url?.split('/').findLast((segment) => segment !== '' && !segment.startsWith(':'));
  const answer = answerError(error, translatorOf(locale), resource, lastWord);
  if (answer.is_fault) request.log.error({ err: error, url }, 'request failed');
  if (answer.is_unchecked) request.log.warn({ err: error, url }, 'input that no check refused');
  if (answer.body['force_logout']) writeCookies(request, reply, noSessionCookies);
  const retryAfter = answer.retry_after ?? (answer.status === 503 ? unavailableSeconds : 0);
  if (retryAfter > 0) void reply.header('Retry-After', String(retryAfter));
  void reply
    .code(answer.status)
    .type('application/json')
    .serializer(JSON.stringify)
    .send({ ...answer.body, request_id: request.id });
}

function addErrorHandling(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
  app.setNotFoundHandler((request, reply) => sendError(request, reply, new AppError('request.not_found')));
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.elapsedTime > slowMs) {
      request.log.warn({ url: routeUrl(request), ms: Math.round(reply.elapsedTime) }, 'slow request');
    }
    done();
  });
}

/** The whole HTTP application over a context; the server listens with it and tests inject into it. */
export async function buildApp(ctx: Context): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit,
    trustProxy: 'loopback',
    genReqId: requestId,
    requestIdHeader: false,
    routerOptions: { ignoreTrailingSlash: true },
    rewriteUrl: ({ url = '/' }) => spellAddress(url),
    // An address that cannot be decoded is no address.
    frameworkErrors: (_error, request, reply) => sendError(request, reply, new AppError('request.not_found')),
  });
  const sessions = createSessions(ctx);
  app.addHook('onClose', sessions.flush);
  await app.register(cookie);
  // An answer's tag is that of its text, and stands before it is compressed.
  await app.register(etag, { weak: true });
  await app.register(compress);
  await app.register(multipart, { limits: { fileSize: 20 * 1024 * 1024, files: 1 } });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, { ...parse(String(body)) }),
  );
  addSecurityHeaders(app);
  addErrorHandling(app);
  addHealth(app, ctx);
  const checkMaintenance = createMaintenanceCheck(ctx);
  app.addHook('onRequest', async (request) => {
    if (isApi(request.url)) await checkMaintenance();
  });
  // Before the first request: transactions read settings and must not need a second connection for them.
  app.addHook('onReady', async () => {
    await ctx.settings.all();
  });
  const active = features.filter(({ only_local: isLocal }) => !isLocal || ctx.config.env === 'local');
  const routes = [...active.flatMap((feature) => feature.routes), ...resourceRoutes(ctx.resources)];
  // Written for the first who reads it: few do, and it would take a third of every start.
  let document: string | null = null;
  const writeDocument = (): string =>
    JSON.stringify(
      openapiDocument(
        routes,
        active.flatMap(({ callbacks = [] }) => callbacks),
      ),
    );
  app.get(`${base}/open/openapi.json`, (_request, reply) =>
    reply.type('application/json').send((document ??= writeDocument())),
  );
  if (ctx.config.metrics_port !== null)
    (await import('./http/operations/metrics.ts')).startMetrics(app, ctx, ctx.config.metrics_port);
  mountRoutes(app, routes, {
    ctx,
    sessions,
    closed_to_tokens: closedToTokens(routes),
    isClosed: (path) => isPageClosed(ctx, path),
  });
  for (const feature of active) feature.mount?.(app, { ctx, sessions, routes });
  await serveWeb(app, join(findProjectRoot(), 'dist', 'web'), {
    readPage: createPageReader(ctx),
    pagePolicy: createPagePolicy(ctx),
    readConfig: ({ hostname, cookies }, locale) => loadClientConfig({ ctx, locale, hostname, cookies }),
  });
  return app;
}
