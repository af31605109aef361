import { textOf } from '../ask-service.ts';
import { askIdentity, needed, pictureOf } from './ask.ts';
import type { Arrival, Departure, Identity, IdentityProvider } from './port.ts';

type App = { app_id: string; secret: string; api: string; open: string };

/** The order of the parameters is the service's, and so is the fragment at the end. */
function address(app: App, path: string, { redirect_uri, state }: Departure, scope: string): string {
  return `${app.open}${path}?appid=${encodeURIComponent(app.app_id)}&redirect_uri=${encodeURIComponent(redirect_uri)}&response_type=code&scope=${scope}&state=${state}`;
}

async function identify(
  app: App,
  provider: Identity['provider'],
  { code, is_silent: isSilent }: Arrival,
): Promise<Identity> {
  const token = await askIdentity({
    url: `${app.api}/sns/oauth2/access_token`,
    query: { appid: app.app_id, secret: app.secret, code, grant_type: 'authorization_code' },
  });
  const openId = needed(token, 'openid');
  const who = { provider, app_id: app.app_id, open_id: openId, is_virtual: textOf(token, 'is_snapshotuser') === '1' };
  if (isSilent || who.is_virtual)
    return { ...who, union_id: textOf(token, 'unionid') || null, nickname: '', avatar: null };
  const person = await askIdentity({
    url: `${app.api}/sns/userinfo`,
    query: { access_token: needed(token, 'access_token'), openid: openId, lang: 'zh_CN' },
  });
  return {
    ...who,
    union_id: textOf(person, 'unionid') || textOf(token, 'unionid') || null,
    nickname: textOf(person, 'nickname'),
    avatar: pictureOf(person, 'headimgurl'),
  };
}

/** Signing in inside the messenger, with the school's official account. */
export function createWechatLogin(app: App): IdentityProvider {
  return {
    authorizeUrl: (given) =>
      `${address(app, '/connect/oauth2/authorize', given, given.is_silent ? 'snsapi_base' : 'snsapi_userinfo')}&forcePopup=${given.is_silent ? 'false' : 'true'}#wechat_redirect`,
    identify: (given) => identify(app, 'wechat_official', given),
  };
}

/** Signing in at a desk, by scanning a code with the messenger. */
export function createWechatWebLogin(app: App): IdentityProvider {
  return {
    authorizeUrl: (given) => `${address(app, '/connect/qrconnect', given, 'snsapi_login')}#wechat_redirect`,
    identify: (given) => identify(app, 'wechat_open', { ...given, is_silent: false }),
  };
}
