import { textOf } from '../call-service.ts';
import type { VendorClientDeps } from '../http-client/vendor-clients.ts';
import { callIdentity, requiredText, pictureOf } from './call-identity.ts';
import type { AuthorizeCallback, AuthorizeRequest, Identity, IdentityProvider } from './port.ts';

type App = { app_id: string; secret: string; api: string; open: string } & VendorClientDeps;

/** The service requires this order of parameters and the fragment at the end. */
function address(app: App, path: string, { redirect_uri, state }: AuthorizeRequest, scope: string): string {
  return `${app.open}${path}?appid=${encodeURIComponent(app.app_id)}&redirect_uri=${encodeURIComponent(redirect_uri)}&response_type=code&scope=${scope}&state=${state}`;
}

async function identify(
  app: App,
  provider: Identity['provider'],
  { code, is_silent }: AuthorizeCallback,
): Promise<Identity> {
  const token = await callIdentity(app, {
    url: `${app.api}/sns/oauth2/access_token`,
    query: { appid: app.app_id, secret: app.secret, code, grant_type: 'authorization_code' },
  });
  const openId = requiredText(token, 'openid');
  const identity = {
    provider,
    app_id: app.app_id,
    open_id: openId,
    is_virtual: textOf(token, 'is_snapshotuser') === '1',
  };
  if (is_silent || identity.is_virtual)
    return { ...identity, union_id: textOf(token, 'unionid') || null, nickname: '', avatar: null };
  const profile = await callIdentity(app, {
    url: `${app.api}/sns/userinfo`,
    query: { access_token: requiredText(token, 'access_token'), openid: openId, lang: 'zh_CN' },
  });
  return {
    ...identity,
    union_id: textOf(profile, 'unionid') || textOf(token, 'unionid') || null,
    nickname: textOf(profile, 'nickname'),
    avatar: pictureOf(profile, 'headimgurl'),
  };
}

/** Sign-in inside WeChat, with the school's official account. */
export function createWechatLogin(app: App): IdentityProvider {
  return {
    authorizeUrl: (request) =>
      `${address(app, '/connect/oauth2/authorize', request, request.is_silent ? 'snsapi_base' : 'snsapi_userinfo')}&forcePopup=${request.is_silent ? 'false' : 'true'}#wechat_redirect`,
    identify: (callback) => identify(app, 'wechat_official', callback),
  };
}

/** Sign-in on a desktop, by scanning a code with WeChat. */
export function createWechatWebLogin(app: App): IdentityProvider {
  return {
    authorizeUrl: (request) => `${address(app, '/connect/qrconnect', request, 'snsapi_login')}#wechat_redirect`,
    identify: (callback) => identify(app, 'wechat_open', { ...callback, is_silent: false }),
  };
}
