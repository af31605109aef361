import type { Context } from '../../../core/context.ts';
import type { Cookie } from '../../../core/respond.ts';
import { cookies } from '../../../http/cookies.ts';
import type { Call } from '../../../core/call.ts';
import { isSameBytes } from '../../../core/secrets.ts';

const purpose = 'wechat-open-id';
const lifeSec = 30 * 86_400;

/** The browser's WeChat open id, from its sealed cookie; null without one, or if the official account has changed since. */
export async function openIdOf(call: Pick<Call, 'ctx' | 'cookies'>): Promise<string | null> {
  const [openId = '', seal = ''] = (call.cookies[cookies.open_id] ?? '').split('.');
  const { ctx } = call;
  const appId = await ctx.settings.get('wechat_appid');
  if (!/^[\w-]{1,128}$/.test(openId) || appId === '') return null;
  return isSameBytes(Buffer.from(seal, 'base64url'), ctx.secrets.hmac(purpose, `${appId}.${openId}`)) ? openId : null;
}

/** The WeChat open id as a cookie; sealed, as it decides who is charged. */
export async function openIdCookie(ctx: Context, openId: string): Promise<Cookie> {
  const seal = ctx.secrets.hmac(purpose, `${await ctx.settings.get('wechat_appid')}.${openId}`).toString('base64url');
  return { name: cookies.open_id, value: `${openId}.${seal}`, max_age: lifeSec };
}

/** Where WeChat's browser is sent to obtain its open id, returning to a page of this site. */
export const whoAmIPath = (backUrl: string): string =>
  `/web-api/open/other-login/wechat?purpose=open_id&back_url=${encodeURIComponent(backUrl)}`;
