import { trimSlashes } from '@kaike/shared/kit/text/trim-slashes';
import type * as thirdParty from '@kaike/shared/contracts/third-party';
import { isLoginType, type LoginPurpose, type LoginType } from '@kaike/shared/domain/people/third-party';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { IdentityProvider } from '../../adapters/oauth/port.ts';
import { AppError, assert } from '../../core/app-error.ts';
import { respond, type Answer, type Cookie } from '../../core/respond.ts';
import type { Call, CallOf } from '../../core/call.ts';
import { samePage } from '../auth/public.ts';
import { beginErrand } from './oauth-state.ts';

type LoginCall = CallOf<typeof thirdParty.startOAuth>;

/** The service named in the path; throws unless it is configured. */
export async function readService({
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

type Redirect = Answer<ResponseOf<typeof thirdParty.startOAuth>>;

const redirectTo = (url: string, cookies: readonly Cookie[] = []): Redirect =>
  respond({ redirect: url }, { status: 302, headers: { Location: url }, cookies });

async function begin(call: LoginCall): Promise<Redirect> {
  assert(call.is_browser, 'request.not_found');
  const { type, provider } = await readService(call);
  const purpose: LoginPurpose = call.query.purpose ?? 'login';
  assert(purpose !== 'bind' || call.actor, 'auth.required');
  assert(purpose !== 'open_id' || type === 'wechat', 'request.not_found');
  const errand = {
    type,
    purpose,
    back_url: samePage(call.query.back_url) ?? '',
    user_id: purpose === 'bind' ? (call.actor?.user_id ?? null) : null,
  };
  const { state, challenge, cookie } = await beginErrand(call, errand);
  const url = provider.authorizeUrl({
    redirect_uri: await callbackUrl(call, type),
    state,
    challenge,
    is_silent: purpose === 'open_id',
  });
  return redirectTo(url, [cookie]);
}

/** A browser navigation, not a script request. */
const isNavigation = ({ headers }: LoginCall): boolean => headers.accept?.includes('text/html') ?? false;

/** Redirects the browser to the service with a state of its own. On failure a navigation is redirected to an error page. */
export async function beginOtherLogin(call: LoginCall): Promise<Redirect> {
  try {
    return await begin(call);
  } catch (error) {
    if (!(error instanceof AppError) || !isNavigation(call)) throw error;
    return redirectTo(
      `/open/other-login/${encodeURIComponent(call.params.type)}?failed=${error.code === 'auth.required' ? 'login' : 'off'}`,
    );
  }
}
