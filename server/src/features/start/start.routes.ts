import { createHash } from 'node:crypto';
import * as auth from '@kaike/shared/contracts/auth';
import * as start from '@kaike/shared/contracts/start';
import { longCookieDays, sessionLifetimeMinutes } from '@kaike/shared/domain/constants';
import { assert } from '../../core/app-error.ts';
import { cookies } from '../../http/cookies.ts';
import { issueCsrfToken } from '../../http/csrf.ts';
import { respond, type Answer } from '../../core/respond.ts';
import { route } from '../../core/route.ts';
import type { Call } from '../../core/call.ts';
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

async function getConfig(call: Call): Promise<Answer<start.ClientConfig>> {
  const config = await readClientConfig(call);
  const etag = createHash('sha1').update(JSON.stringify(config)).digest('base64url');
  return respond(config, { headers: { ETag: `"${etag}"`, 'Cache-Control': 'private, no-cache' } });
}

function getClientId(call: Call): Answer<{ client_id: string }> {
  const existing = call.cookies[cookies.client_id];
  const clientId = existing && clientIdPattern.test(existing) ? existing : makeToken();
  const cookie = { name: cookies.client_id, value: clientId, max_age: longCookieDays * 86_400 };
  return respond({ client_id: clientId }, { cookies: [cookie] });
}

function getToken(call: Call): Answer<{ _token: string }> {
  const { secrets, clock } = call.ctx;
  const issued = issueCsrfToken(call.cookies[cookies.visitor], { secrets, now: clock() });
  return respond({ _token: issued.token }, { cookies: issued.cookies });
}

export const startFeature: Feature = {
  routes: [
    route.open(start.getConfig, { ...open, handler: getConfig }),
    route.open(start.getToken, { ...open, handler: async (call) => getToken(call) }),
    route.open(start.getClientId, { ...open, handler: async (call) => getClientId(call) }),
    route.open(auth.getUser, {
      handler: async ({ ctx, actor, locale }) =>
        actor ? presentUser(ctx.db, actor, locale) : { user: null, lifetime: sessionLifetimeMinutes },
    }),
    route.open(start.getMenu, {
      handler: async ({ ctx, actor, locale, query }) => ({
        menus: await readMenus(ctx, { actor, locale }, query.only === 'pages' ? 'pages' : null),
      }),
    }),
    route.open(start.getMenuInfo, {
      handler: async (call) => {
        const { ctx, actor, query, locale } = call;
        const mine = await readMenus(ctx, { actor, locale });
        const row = await readMenuInfo(ctx, query, locale);
        assert(row && mine.some((entry) => entry.id === row.id), 'record.not_found');
        return { row: describeEntry(call, row) };
      },
    }),
  ],
  mount: (app, { ctx, routes }) => {
    answerUnchanged(app);
    rememberRoutes(ctx, routes);
  },
};
