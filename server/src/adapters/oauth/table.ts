import { textOf } from '../ask-service.ts';
import { askIdentity, needed, pictureOf } from './ask.ts';
import type { Arrival, Departure, Identity, IdentityProvider } from './port.ts';

/** An application at a service; `base` takes the place of every host of the service's. */
export type OauthApp = { client_id: string; secret: string; base: string };

const at = (app: OauthApp, official: string): string => app.base || official;
const addressOf = (url: string, query: Record<string, string>): string =>
  `${url}?${new URLSearchParams(query).toString()}`;

const common = (app: OauthApp, { redirect_uri, state }: Departure) => ({
  response_type: 'code',
  client_id: app.client_id,
  redirect_uri,
  state,
});
const exchange = (app: OauthApp, { code, redirect_uri }: Arrival) => ({
  grant_type: 'authorization_code',
  client_id: app.client_id,
  client_secret: app.secret,
  code,
  redirect_uri,
});
const person = (
  app: OauthApp,
  given: Pick<Identity, 'provider' | 'open_id' | 'nickname' | 'avatar'> & { union_id?: string | null },
): Identity => ({ union_id: null, is_virtual: false, app_id: app.client_id, ...given });

/** Names who it is in a second answer, and the nickname in a third. */
export function createQq(app: OauthApp): IdentityProvider {
  const host = at(app, 'https://graph.qq.com');
  return {
    authorizeUrl: (given) => addressOf(`${host}/oauth2.0/authorize`, { ...common(app, given), scope: 'get_user_info' }),
    async identify(given) {
      const token = needed(
        await askIdentity({ url: `${host}/oauth2.0/token`, query: { ...exchange(app, given), fmt: 'json' } }),
        'access_token',
      );
      const me = await askIdentity({
        url: `${host}/oauth2.0/me`,
        query: { access_token: token, fmt: 'json', unionid: '1' },
      });
      const openId = needed(me, 'openid');
      const info = await askIdentity({
        url: `${host}/user/get_user_info`,
        query: { access_token: token, oauth_consumer_key: app.client_id, openid: openId },
      });
      return person(app, {
        provider: 'qq',
        open_id: openId,
        union_id: textOf(me, 'unionid') || null,
        nickname: textOf(info, 'nickname'),
        avatar: pictureOf(info, 'figureurl_qq_2', 'figureurl_qq_1'),
      });
    },
  };
}

export function createWeibo(app: OauthApp): IdentityProvider {
  const host = at(app, 'https://api.weibo.com');
  return {
    authorizeUrl: (given) => addressOf(`${host}/oauth2/authorize`, { ...common(app, given), scope: 'email' }),
    async identify(given) {
      const token = await askIdentity({
        method: 'POST',
        url: `${host}/oauth2/access_token`,
        form: exchange(app, given),
      });
      const info = await askIdentity({
        url: `${host}/2/users/show.json`,
        query: { access_token: needed(token, 'access_token'), uid: needed(token, 'uid') },
      });
      return person(app, {
        provider: 'weibo',
        open_id: needed(info, 'idstr'),
        nickname: textOf(info, 'screen_name') || textOf(info, 'name'),
        avatar: pictureOf(info, 'avatar_large'),
      });
    },
  };
}

/** Refuses with status 200. */
export function createGithub(app: OauthApp): IdentityProvider {
  return {
    authorizeUrl: (given) =>
      addressOf(`${at(app, 'https://github.com')}/login/oauth/authorize`, {
        ...common(app, given),
        scope: 'read:user',
        code_challenge: given.challenge,
        code_challenge_method: 'S256',
      }),
    async identify(given) {
      const token = await askIdentity({
        method: 'POST',
        url: `${at(app, 'https://github.com')}/login/oauth/access_token`,
        form: { ...exchange(app, given), code_verifier: given.verifier },
      });
      const user = await askIdentity({
        url: `${at(app, 'https://api.github.com')}/user`,
        headers: { Authorization: `Bearer ${needed(token, 'access_token')}` },
      });
      return person(app, {
        provider: 'github',
        open_id: needed(user, 'id'),
        nickname: textOf(user, 'name') || textOf(user, 'login'),
        avatar: pictureOf(user, 'avatar_url'),
      });
    },
  };
}

/** OpenID Connect; the person is read from the service itself, over its own connection. */
export function createGoogle(app: OauthApp): IdentityProvider {
  return {
    authorizeUrl: (given) =>
      addressOf(`${at(app, 'https://accounts.google.com')}/o/oauth2/v2/auth`, {
        ...common(app, given),
        scope: 'openid profile',
        code_challenge: given.challenge,
        code_challenge_method: 'S256',
      }),
    async identify(given) {
      const token = await askIdentity({
        method: 'POST',
        url: `${at(app, 'https://oauth2.googleapis.com')}/token`,
        form: { ...exchange(app, given), code_verifier: given.verifier },
      });
      const user = await askIdentity({
        url: `${at(app, 'https://openidconnect.googleapis.com')}/v1/userinfo`,
        headers: { Authorization: `Bearer ${needed(token, 'access_token')}` },
      });
      return person(app, {
        provider: 'google',
        open_id: needed(user, 'sub'),
        nickname: textOf(user, 'name'),
        avatar: pictureOf(user, 'picture'),
      });
    },
  };
}
