import { trimSlashes } from '@kaike/shared/kit/text/trim-slashes';
import type * as thirdParty from '@kaike/shared/contracts/auth/third-party';
import { isLoginType, type LoginType } from '@kaike/shared/domain/auth/third-party';
import type { IdentityProvider } from '../../../adapters/oauth/port.ts';
import { assert } from '../../../core/app-error.ts';
import type { Call, CallOf } from '../../../core/call.ts';

export type LoginCall = CallOf<typeof thirdParty.startOAuth>;

/** The service named in the path; throws unless it is configured. */
export async function loadService({
  ctx,
  params,
}: Pick<LoginCall, 'ctx' | 'params'>): Promise<{ type: LoginType; provider: IdentityProvider }> {
  const { type } = params;
  assert(isLoginType(type), 'request.not_found');
  const provider = await ctx.adapters.identity.find(type);
  assert(provider, 'auth.other_off');
  return { type, provider };
}

/**
 * Where a service redirects to: from the settings, as a Host header can be forged. Only a local installation without a
 * configured address uses the host of the request.
 */
export async function callbackUrl({ ctx, origin }: Pick<Call, 'ctx' | 'origin'>, type: LoginType): Promise<string> {
  const base =
    (await ctx.settings.get('oauth_redirect_base')) ||
    (ctx.config.public_url || ctx.adapters.identity.local ? origin : '');
  assert(base !== '', 'auth.other_off');
  return `${trimSlashes(base)}/open/other-login-callback/${type}`;
}
