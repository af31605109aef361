import { createHash } from 'node:crypto';
import * as authContracts from '@kaike/shared/contracts/auth';
import * as contracts from '@kaike/shared/contracts/start';
import { longCookieDays, sessionLifetimeMinutes } from '@kaike/shared/domain/constants';
import { assert } from '../../core/app-error.ts';
import { cookieOptions, cookies } from '../../http/cookies.ts';
import { issueCsrfToken } from '../../http/csrf.ts';
import { route, type Call } from '../../http/route.ts';
import { makeToken } from '../../core/secrets.ts';
import { presentUser } from '../auth/public.ts';
import type { Feature } from '../feature.ts';
import { readMenuInfo, readMenus } from '../menus/public.ts';
import { answerUnchanged } from './answer-unchanged.ts';
import { readClientConfig } from './client-config.ts';
import { describeEntry, rememberRoutes } from './endpoint-info.ts';

/** Pages must also start when the session was ended elsewhere; the menu and user endpoints report it. */
const open = { ignores_ended_session: true } as const;
const clientIdPattern = /^[\w-]{8,64}$/;

const isSecure = ({ request }: Call): boolean => request.protocol === 'https';

async function getConfig(call: Call): Promise<contracts.ClientConfig> {
  const config = await readClientConfig(call);
  const etag = createHash('sha1').update(JSON.stringify(config)).digest('base64url');
  void call.reply.header('ETag', `"${etag}"`).header('Cache-Control', 'private, no-cache');
  return config;
}

function getClientId(call: Call): { client_id: string } {
  const existing = call.request.cookies[cookies.client_id];
  const clientId = existing && clientIdPattern.test(existing) ? existing : makeToken();
  void call.reply.setCookie(cookies.client_id, clientId, {
    ...cookieOptions(isSecure(call)),
    maxAge: longCookieDays * 86_400,
  });
  return { client_id: clientId };
}

export const startFeature: Feature = {
  routes: [
    route.open(contracts.getConfig, { ...open, handler: getConfig }),
    route.open(contracts.getToken, {
      ...open,
      handler: async (call) => {
        void call.reply.header('Cache-Control', 'no-store');
        return {
          _token: issueCsrfToken(call.request, call.reply, {
            secrets: call.ctx.secrets,
            now: call.ctx.clock(),
            secure: isSecure(call),
          }),
        };
      },
    }),
    route.open(contracts.getClientId, { ...open, handler: async (call) => getClientId(call) }),
    route.open(authContracts.getUser, {
      handler: async ({ ctx, actor }) =>
        actor ? presentUser(ctx.db, actor) : { user: null, lifetime: sessionLifetimeMinutes },
    }),
    route.open(contracts.getMenu, {
      handler: async ({ ctx, actor, locale }) => ({ menus: await readMenus(ctx, actor, locale) }),
    }),
    route.open(contracts.menuInfo, {
      handler: async (call) => {
        const { ctx, actor, query, locale } = call;
        const mine = await readMenus(ctx, actor, locale);
        const row = mine.some((entry) => entry.id === query.id) ? await readMenuInfo(ctx, query.id, locale) : null;
        assert(row, 'record.not_found');
        return { row: describeEntry(call, row) };
      },
    }),
  ],
  mount: (app, { ctx, routes }) => {
    answerUnchanged(app);
    rememberRoutes(ctx, routes);
  },
};
