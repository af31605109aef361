import type { ResponseOf } from '@kaike/shared/kit/contract';
import type * as auth from '@kaike/shared/contracts/auth/auth';
import type { Context } from '../../../core/context.ts';
import { isWechat } from './device-name.ts';

/** The services one can sign in with from this browser, with their start addresses. */
export async function loadOtherLogins(
  ctx: Context,
  agent: string | undefined,
): Promise<ResponseOf<typeof auth.getLoginPage>['other_login']> {
  const isPhone = /Android|iPhone|iPad|Mobile/i.test(agent ?? '');
  const types = await ctx.adapters.identity.offered(isWechat(agent) ? 'wechat' : isPhone ? 'mobile' : 'desktop');
  return types.map((type) => ({ type, url: `/web-api/open/other-login/${type}`, icon: type }));
}
