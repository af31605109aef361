import { textOf } from '../call-service.ts';
import type { VendorClientDeps } from '../http-client/vendor-clients.ts';
import { callIdentity, requiredText, pictureOf } from './call-identity.ts';
import type { AuthorizeCallback, AuthorizeRequest, Identity, IdentityProvider } from './port.ts';

/** An application at a service; `base` replaces all of the service's hosts. */
export type OauthApp = { client_id: string; secret: string; base: string } & VendorClientDeps;

const hostOf = (app: OauthApp, official: string): string => app.base || official;
const addressOf = (url: string, query: Record<string, string>): string =>
  `${url}?${new URLSearchParams(query).toString()}`;

const authorizeParams = (app: OauthApp, { redirect_uri, state }: AuthorizeRequest) => ({
  response_type: 'code',
  client_id: app.client_id,
  redirect_uri,
  state,
});
const exchangeParams = (app: OauthApp, { code, redirect_uri }: AuthorizeCallback) => ({
  grant_type: 'authorization_code',
  client_id: app.client_id,
  client_secret: app.secret,
  code,
  redirect_uri,
});
const identityOf = (
  app: OauthApp,
  profile: Pick<Identity, 'provider' | 'open_id' | 'nickname' | 'avatar'> & { union_id?: string | null },
): Identity => ({ union_id: null, is_virtual: false, app_id: app.client_id, ...profile });

/** Returns the identity in a second response and the nickname in a third. */
export function createQq(app: OauthApp): IdentityProvider {
  const host = hostOf(app, 'https://graph.qq.com');
  return {
    authorizeUrl: (request) =>
      addressOf(`${host}/oauth2.0/authorize`, { ...authorizeParams(app, request), scope: 'get_user_info' }),
    async identify(callback) {
      const token = requiredText(
        await callIdentity(app, {
          url: `${host}/oauth2.0/token`,
          query: { ...exchangeParams(app, callback), fmt: 'json' },
        }),
        'access_token',
      );
      const me = await callIdentity(app, {
        url: `${host}/oauth2.0/me`,
        query: { access_token: token, fmt: 'json', unionid: '1' },
      });
      const openId = requiredText(me, 'openid');
      const info = await callIdentity(app, {
        url: `${host}/user/get_user_info`,
        query: { access_token: token, oauth_consumer_key: app.client_id, openid: openId },
      });
      return identityOf(app, {
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
  const host = hostOf(app, 'https://api.weibo.com');
  return {
    authorizeUrl: (request) =>
      addressOf(`${host}/oauth2/authorize`, { ...authorizeParams(app, request), scope: 'email' }),
    async identify(callback) {
      const token = await callIdentity(app, {
        method: 'POST',
        url: `${host}/oauth2/access_token`,
        form: exchangeParams(app, callback),
      });
      const info = await callIdentity(app, {
        url: `${host}/2/users/show.json`,
        query: { access_token: requiredText(token, 'access_token'), uid: requiredText(token, 'uid') },
      });
      return identityOf(app, {
        provider: 'weibo',
        open_id: requiredText(info, 'idstr'),
        nickname: textOf(info, 'screen_name') || textOf(info, 'name'),
        avatar: pictureOf(info, 'avatar_large'),
      });
    },
  };
}

/** Sends errors with status 200. */
export function createGithub(app: OauthApp): IdentityProvider {
  return {
    authorizeUrl: (request) =>
      addressOf(`${hostOf(app, 'https://github.com')}/login/oauth/authorize`, {
        ...authorizeParams(app, request),
        scope: 'read:user',
        code_challenge: request.challenge,
        code_challenge_method: 'S256',
      }),
    async identify(callback) {
      const token = await callIdentity(app, {
        method: 'POST',
        url: `${hostOf(app, 'https://github.com')}/login/oauth/access_token`,
        form: { ...exchangeParams(app, callback), code_verifier: callback.verifier },
      });
      const user = await callIdentity(app, {
        url: `${hostOf(app, 'https://api.github.com')}/user`,
        headers: { Authorization: `Bearer ${requiredText(token, 'access_token')}` },
      });
      return identityOf(app, {
        provider: 'github',
        open_id: requiredText(user, 'id'),
        nickname: textOf(user, 'name') || textOf(user, 'login'),
        avatar: pictureOf(user, 'avatar_url'),
      });
    },
  };
}

/** OpenID Connect; the profile is fetched from the service over a separate connection. */
export function createGoogle(app: OauthApp): IdentityProvider {
  return {
    authorizeUrl: (request) =>
      addressOf(`${hostOf(app, 'https://accounts.google.com')}/o/oauth2/v2/auth`, {
        ...authorizeParams(app, request),
        scope: 'openid profile',
        code_challenge: request.challenge,
        code_challenge_method: 'S256',
      }),
    async identify(callback) {
      const token = await callIdentity(app, {
        method: 'POST',
        url: `${hostOf(app, 'https://oauth2.googleapis.com')}/token`,
        form: { ...exchangeParams(app, callback), code_verifier: callback.verifier },
      });
      const user = await callIdentity(app, {
        url: `${hostOf(app, 'https://openidconnect.googleapis.com')}/v1/userinfo`,
        headers: { Authorization: `Bearer ${requiredText(token, 'access_token')}` },
      });
      return identityOf(app, {
        provider: 'google',
        open_id: requiredText(user, 'sub'),
        nickname: textOf(user, 'name'),
        avatar: pictureOf(user, 'picture'),
      });
    },
  };
}
