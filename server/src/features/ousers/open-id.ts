import type { CookieSerializeOptions } from '@fastify/cookie';
import { cookieOptions, cookies } from '../../http/cookies.ts';
import type { Call } from '../../http/route.ts';
import { isSameBytes } from '../../core/secrets.ts';

const purpose = 'wechat-open-id';
const lifeSec = 30 * 86_400;

/** The browser's WeChat open id, from its sealed cookie; null without one, or if the official account has changed since. */
export async function openIdOf({ ctx, request }: Pick<Call, 'ctx' | 'request'>): Promise<string | null> {
  const [openId = '', seal = ''] = (request.cookies[cookies.open_id] ?? '').split('.');
  const appId = await ctx.settings.get('wechat_appid');
  if (!/^[\w-]{1,128}$/.test(openId) || appId === '') return null;
  return isSameBytes(Buffer.from(seal, 'base64url'), ctx.secrets.hmac(purpose, `${appId}.${openId}`)) ? openId : null;
}

/** Stores the WeChat open id in a cookie; sealed, as it decides who is charged. */
export async function keepOpenId(
  { ctx, request, reply }: Pick<Call, 'ctx' | 'request' | 'reply'>,
  openId: string,
): Promise<void> {
  const seal = ctx.secrets.hmac(purpose, `${await ctx.settings.get('wechat_appid')}.${openId}`).toString('base64url');
  const options: CookieSerializeOptions = { ...cookieOptions(request.protocol === 'https'), maxAge: lifeSec };
  void reply.setCookie(cookies.open_id, `${openId}.${seal}`, options);
}

/** Where WeChat's browser is sent to obtain its open id, returning to a page of this site. */
export const whoAmIPath = (backUrl: string): string =>
  `/web-api/open/other-login/wechat?purpose=open_id&back_url=${encodeURIComponent(backUrl)}`;
