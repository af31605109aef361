import type { FastifyReply, FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import type { Context } from '../core/context.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Sessions } from '../core/sessions/sessions.ts';
import { authenticate } from './authenticate.ts';
import { cookies } from './cookies.ts';

const tokenLength = 32;
const cookieSeconds = 30 * 86_400;

/** What the console of this installation shows, so that whoever reads the console may read codes. It stays the same. */
export const consoleTokenOf = (secrets: Secrets): string =>
  secrets.hmac('console', 'local codes').toString('base64url').slice(0, tokenLength);

/** Path and token of the page with what was not sent. */
export const outboxPath = (secrets: Secrets): string => `/local/outbox?token=${consoleTokenOf(secrets)}`;

function isToken(value: unknown, secrets: Secrets): boolean {
  if (typeof value !== 'string' || value.length !== tokenLength) return false;
  const [expected, candidate] = [Buffer.from(consoleTokenOf(secrets)), Buffer.from(value)];
  return candidate.length === expected.length && timingSafeEqual(candidate, expected);
}

async function isSuperAdmin(request: FastifyRequest, parts: Parts): Promise<boolean> {
  const options = { ...parts, is_browser: true, ignores_ended_session: true };
  return (await authenticate(request, options))?.admin?.is_super === true;
}

type Parts = { ctx: Context; sessions: Sessions };

/** Whether this browser was opened by the link of the console. Where a request comes from proves nothing: a proxy may stand on this machine. */
export const holdsConsoleToken = ({ cookies: sent }: Pick<FastifyRequest, 'cookies'>, secrets: Secrets): boolean =>
  isToken(sent[cookies.console], secrets);

/**
 * A hook for pages under /local, which show codes and log anybody in: for the super administrator, and for browsers that have
 * opened the link of the console, which remember it.
 */
export function onlyForDevelopers(parts: Parts): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const { config, secrets } = parts.ctx;
  return async (request, reply) => {
    if (config.expose_local_codes || holdsConsoleToken(request, secrets)) return;
    const { token, ...query } = request.query as Record<string, string>;
    if (isToken(token, secrets)) {
      const secure = request.protocol === 'https';
      void reply.setCookie(cookies.console, consoleTokenOf(secrets), {
        path: '/',
        sameSite: 'lax',
        httpOnly: true,
        secure,
        maxAge: cookieSeconds,
      });
      if (query['json'] === '1') return;
      // The token stays in no history, and no other page gets it as its referrer.
      const rest = new URLSearchParams(query).toString();
      await reply
        .code(303)
        .header('Location', `${request.url.split('?')[0]}${rest && `?${rest}`}`)
        .send();
      return;
    }
    if (await isSuperAdmin(request, parts)) return;
    await reply
      .code(403)
      .type('text/plain; charset=utf-8')
      .send(
        [
          'This page is for the super administrator, and for whoever reads the console of the server: open the link that the start has printed, or that `npm run kaike -- outbox` prints, then try again.',
          '此页面仅供超级管理员和能看到服务器控制台的人使用：请先打开启动时控制台显示的链接（也可运行 npm run kaike -- outbox 获取），再重试。',
        ].join('\n\n'),
      );
  };
}
