import type { CookieSerializeOptions } from '@fastify/cookie';
import { cookieOptions, cookies } from '../../http/cookies.ts';
import type { Call } from '../../http/route.ts';
import { isSameBytes } from '../../core/secrets.ts';

const purpose = 'wechat-open-id';
const lifeSec = 30 * 86_400;

/** Who the browser is at the messenger, as its own cookie says with our seal on it; null without one, or when the account is another by now. */
export async function openIdOf({ ctx, request }: Pick<Call, 'ctx' | 'request'>): Promise<string | null> {
  const [openId = '', seal = ''] = (request.cookies[cookies.open_id] ?? '').split('.');
  const appId = await ctx.settings.get('wechat_appid');
  if (!/^[\w-]{1,128}$/.test(openId) || appId === '') return null;
  return isSameBytes(Buffer.from(seal, 'base64url'), ctx.secrets.hmac(purpose, `${appId}.${openId}`)) ? openId : null;
}

/** Keeps who the browser is at the messenger; sealed, as it decides whose money a payment takes. */
export async function keepOpenId(
  { ctx, request, reply }: Pick<Call, 'ctx' | 'request' | 'reply'>,
  openId: string,
): Promise<void> {
  const seal = ctx.secrets.hmac(purpose, `${await ctx.settings.get('wechat_appid')}.${openId}`).toString('base64url');
  const options: CookieSerializeOptions = { ...cookieOptions(request.protocol === 'https'), maxAge: lifeSec };
  void reply.setCookie(cookies.open_id, `${openId}.${seal}`, options);
}

/** Where the messenger's browser is sent to learn who it is, and from there to a page of ours. */
export const whoAmIPath = (backUrl: string): string =>
  `/web-api/open/other-login/wechat?purpose=open_id&back_url=${encodeURIComponent(backUrl)}`;
