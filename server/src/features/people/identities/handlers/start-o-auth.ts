import type * as thirdParty from '@kaike/shared/contracts/auth/third-party';
import type { LoginPurpose } from '@kaike/shared/domain/auth/third-party';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert, AppError } from '../../../../core/app-error.ts';
import { type HttpReply, type Cookie, respond } from '../../../../core/respond.ts';
import { samePage } from '../../../auth/login/public.ts';
import { beginErrand } from '../oauth-state.ts';
import { type LoginCall, loadService, callbackUrl } from '../begin-other-login.ts';

type Redirect = HttpReply<ResponseOf<typeof thirdParty.startOAuth>>;

const redirectTo = (url: string, cookies: readonly Cookie[] = []): Redirect =>
  respond({ redirect: url }, { status: 302, headers: { Location: url }, cookies });

async function begin(call: LoginCall): Promise<Redirect> {
  assert(call.is_browser, 'request.not_found');
  const { type, provider } = await loadService(call);
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
export async function startOAuth(call: LoginCall): Promise<Redirect> {
  try {
    return await begin(call);
  } catch (error) {
    if (!(error instanceof AppError) || !isNavigation(call)) throw error;
    return redirectTo(
      `/open/other-login/${encodeURIComponent(call.params.type)}?failed=${error.code === 'auth.required' ? 'login' : 'off'}`,
    );
  }
}
