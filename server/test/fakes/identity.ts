import { createHash, randomBytes } from 'node:crypto';
import { listen, type FakeRequest, type Listener, type FakeResponse, type Trouble } from './listen.ts';

export type Service = 'wechat' | 'weixinweb' | 'qq' | 'weibo' | 'github' | 'google';
export type Person = { open_id: string; nickname: string; union_id?: string; is_snapshot?: boolean; avatar?: string };
type Code = { service: Service; person: Person; redirect_uri: string; challenge: string; until: number; scope: string };

export type IdentityFake = Listener & {
  set: (changes: { trouble?: Trouble; is_old?: boolean }) => void;
  /** A person opens the address and agrees; returns the callback address. */
  agree: (address: string, person: Person) => string;
};

export const oauthSecret = 'the secret of the application';
const codeMs: Record<Service, number> = {
  wechat: 300_000,
  weixinweb: 600_000,
  qq: 600_000,
  weibo: 600_000,
  github: 600_000,
  google: 600_000,
};
const json = (content: object, type = 'application/json', status = 200): FakeResponse => ({
  status,
  type,
  body: JSON.stringify(content),
});
/** WeChat's style: always 200, with JSON typed as text. */
const wechat = (content: object): FakeResponse => json(content, 'text/plain');

const serviceOf: Record<string, Service> = {
  '/connect/oauth2/authorize': 'wechat',
  '/connect/qrconnect': 'weixinweb',
  '/oauth2.0/authorize': 'qq',
  '/oauth2/authorize': 'weibo',
  '/login/oauth/authorize': 'github',
  '/o/oauth2/v2/auth': 'google',
};

/** The error response of each service. */
const errors: Record<Service, FakeResponse> = {
  wechat: wechat({ errcode: 40029, errmsg: 'invalid code' }),
  weixinweb: wechat({ errcode: 40029, errmsg: 'invalid code' }),
  qq: json({ error: 100020, error_description: 'code is reused' }),
  weibo: json({ error: 'invalid_grant', error_code: 21325, request: '/oauth2/access_token' }, 'application/json', 400),
  github: json({ error: 'bad_verification_code' }),
  google: json({ error: 'invalid_grant' }, 'application/json', 400),
};

/** Fakes of the sign-in services, with their peculiarities: one server, distinguished by path. */
export async function startIdentity(clock: () => Date): Promise<IdentityFake> {
  const [codes, tokens] = [new Map<string, Code>(), new Map<string, Code>()];
  const set = { trouble: 'none' as Trouble, is_old: false };

  /** Exchanges a code for a token, once, if all parameters match. */
  function redeem(service: Service, params: URLSearchParams): { token: string; code: Code } | null {
    const name = params.get('code') ?? '';
    const code = codes.get(name);
    codes.delete(name);
    const secret = params.get('client_secret') ?? params.get('secret');
    if (
      !code ||
      code.service !== service ||
      secret !== oauthSecret ||
      code.until <= clock().getTime() ||
      params.get('grant_type') !== 'authorization_code'
    )
      return null;
    if (params.has('redirect_uri') && params.get('redirect_uri') !== code.redirect_uri) return null;
    const verifier = params.get('code_verifier') ?? '';
    if (code.challenge !== '' && createHash('sha256').update(verifier).digest('base64url') !== code.challenge)
      return null;
    const token = randomBytes(12).toString('hex');
    tokens.set(token, code);
    return { token, code };
  }

  function wechatToken(params: URLSearchParams): FakeResponse {
    const service = params.get('appid') === 'wxweb' ? 'weixinweb' : 'wechat';
    const grant = redeem(service, params);
    if (!grant) return errors[service];
    const { person, scope } = grant.code;
    return wechat({
      access_token: grant.token,
      expires_in: 7200,
      refresh_token: 'r',
      openid: person.open_id,
      scope,
      ...(scope === 'snsapi_base' || !person.union_id ? {} : { unionid: person.union_id }),
      ...(person.is_snapshot ? { is_snapshotuser: 1 } : {}),
    });
  }

  function qqToken(params: URLSearchParams): FakeResponse {
    const grant = redeem('qq', params);
    if (!grant) return errors.qq;
    return set.is_old
      ? { status: 200, type: 'text/html', body: `access_token=${grant.token}&expires_in=7776000&refresh_token=r` }
      : json({ access_token: grant.token, expires_in: 7_776_000 });
  }

  function sendProfile(request: FakeRequest, params: URLSearchParams): FakeResponse {
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const code = tokens.get(bearer ?? params.get('access_token') ?? '');
    if (!code) return json({ error: 'unauthorized' }, 'application/json', 401);
    const { open_id, nickname, union_id, avatar = '' } = code.person;
    const answers: Record<string, () => FakeResponse> = {
      '/sns/userinfo': () =>
        code.scope === 'snsapi_base'
          ? wechat({ errcode: 48001 })
          : wechat({
              openid: open_id,
              nickname,
              sex: 0,
              province: '',
              headimgurl: avatar,
              privilege: [],
              ...(union_id ? { unionid: union_id } : {}),
            }),
      '/oauth2.0/me': () =>
        set.is_old
          ? {
              status: 200,
              type: 'text/html',
              body: `callback( ${JSON.stringify({ client_id: 'qq-app', openid: open_id })} );\n`,
            }
          : json({ client_id: 'qq-app', openid: open_id, ...(union_id ? { unionid: union_id } : {}) }),
      '/user/get_user_info': () => json({ ret: 0, msg: '', nickname, figureurl_qq_1: '', figureurl_qq_2: avatar }),
      '/2/users/show.json': () =>
        json({ id: Number(open_id), idstr: open_id, screen_name: nickname, avatar_large: avatar }),
      '/user': () =>
        request.headers['user-agent']
          ? json({ id: Number(open_id), login: nickname, name: null, avatar_url: avatar })
          : json({}, 'application/json', 403),
      '/v1/userinfo': () => json({ sub: open_id, name: nickname, picture: avatar }),
    };
    return answers[request.url.pathname]?.() ?? json({ error: 'not_found' }, 'application/json', 404);
  }

  const listener = await listen(
    (request) => {
      const params = new URLSearchParams(`${request.url.search.slice(1)}&${request.body}`);
      const path = request.url.pathname;
      if (path === '/sns/oauth2/access_token') return wechatToken(params);
      if (path === '/oauth2.0/token') return qqToken(params);
      const posted: Record<string, Service> = {
        '/oauth2/access_token': 'weibo',
        '/login/oauth/access_token': 'github',
        '/token': 'google',
      };
      const service = posted[path];
      if (!service) return sendProfile(request, params);
      const grant = request.method === 'POST' ? redeem(service, params) : null;
      return grant
        ? json({
            access_token: grant.token,
            expires_in: 7200,
            ...(service === 'weibo' ? { uid: grant.code.person.open_id } : {}),
          })
        : errors[service];
    },
    () => set.trouble,
  );

  return {
    ...listener,
    set: (changes) => void Object.assign(set, changes),
    agree(address, person) {
      const url = new URL(address);
      const service = serviceOf[url.pathname];
      if (!service || url.origin !== listener.base) throw new Error(`no such page: ${address}`);
      const [redirectUri, state] = [url.searchParams.get('redirect_uri') ?? '', url.searchParams.get('state') ?? ''];
      if (
        url.searchParams.get('response_type') !== 'code' ||
        !/^[A-Za-z0-9]{16,128}$/.test(state) ||
        !redirectUri.startsWith('https://kaike.example.com/')
      )
        throw new Error('a request the service would refuse');
      if ((service === 'wechat' || service === 'weixinweb') && url.hash !== '#wechat_redirect')
        throw new Error('the fragment is missing');
      const code = randomBytes(8).toString('hex');
      codes.set(code, {
        service,
        person,
        redirect_uri: redirectUri,
        challenge: url.searchParams.get('code_challenge') ?? '',
        until: clock().getTime() + codeMs[service],
        scope: url.searchParams.get('scope') ?? '',
      });
      return `${redirectUri}?code=${code}&state=${state}`;
    },
  };
}
