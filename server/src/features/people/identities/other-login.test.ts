import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SettingKey } from '../../../core/settings/settings.ts';
import { startTestApp, type Person, type Reply, type TestApp } from '../../../../test/app.ts';
import { buildMember, buildUser } from '../../../../test/factories.ts';
import {
  oauthSecret,
  startIdentity,
  type IdentityFake,
  type Person as Stranger,
} from '../../../../test/fakes/identity.ts';

let app: TestApp;
let fake: IdentityFake;
let counter = 0;
const makeMobile = (): string => `137${String((counter += 1)).padStart(8, '0')}`;
const makeStranger = (values: Partial<Stranger> = {}): Stranger => ({
  open_id: String(700_000 + (counter += 1)),
  nickname: `同学 ${counter}`,
  ...values,
});

const agents = { desktop: 'Chrome/140', messenger: 'iPhone MicroMessenger/8.0.50' } as const;

beforeAll(async () => {
  app = await startTestApp({ config: { public_url: 'https://kaike.example.com' } });
  fake = await startIdentity(app.clock.now);
  const apps = ['qq', 'weibo', 'github', 'google'].flatMap((name) => [
    [`oauth_${name}_id`, `${name}-app`],
    [`oauth_${name}_secret`, oauthSecret],
    [`oauth_${name}_base`, fake.base],
  ]);
  const wechat = [
    ['wechat_appid', 'wxofficial'],
    ['wechat_secret', oauthSecret],
    ['weixinweb_appid', 'wxweb'],
    ['weixinweb_secret', oauthSecret],
    ['wechat_base', fake.base],
  ];
  for (const [key, value] of [...apps, ...wechat]) await app.setting(key as SettingKey, value ?? '');
});
afterAll(async () => {
  await fake.close();
  await app.close();
});
afterEach(() => fake.set({ trouble: 'none', is_old: false }));

type Wish = { as: Person; purpose?: string; back_url?: string; agent?: keyof typeof agents };
const leave = async (
  type: string,
  { as, purpose = 'login', back_url = '', agent = 'desktop' }: Wish,
): Promise<string> =>
  String(
    (
      await app.http('GET', `/open/other-login/${type}`, {
        as,
        query: { purpose, back_url },
        headers: { 'user-agent': agents[agent] },
      })
    ).headers['location'],
  );
const arrive = (address: string, as: Person): Promise<Reply> => {
  const { pathname, searchParams } = new URL(address);
  return app.http('GET', pathname, { as, query: Object.fromEntries(searchParams) });
};
const come = async (type: string, stranger: Stranger, wish: Wish): Promise<Reply> =>
  arrive(fake.agree(await leave(type, wish), stranger), wish.as);

async function bind(key: string, mobile: string, as: Person): Promise<Reply> {
  await app.http('POST', '/open/other-login/bind/send', {
    as,
    body: { key, mobile_phone: mobile, verify: await app.captchaPass() },
  });
  return app.http('POST', '/open/other-login/bind', {
    as,
    body: { key, mobile_phone: mobile, message_code: app.lastCode(mobile), agree: true },
  });
}
const logOf = (userId: number) =>
  app.ctx.db
    .selectFrom('logs')
    .select(['action', 'record_title', 'ip'])
    .where('resource', '=', 'log-ins')
    .where('user_id', '=', userId)
    .execute();
const userOf = async (as: Person): Promise<number | undefined> =>
  (await app.http('GET', '/open/user', { as })).body.user?.id;

describe.each(['qq', 'weibo', 'github', 'google', 'weixinweb'])('signing in with %s', (type) => {
  it('asks a new user for a mobile number, creates a member, and recognizes them the next time', async () => {
    const [stranger, visitor, mobile] = [makeStranger(), await app.person.visitor(), makeMobile()];
    const first = await come(type, stranger, { as: visitor, back_url: '/home/products' });
    expect(first.body).toMatchObject({
      other: expect.any(String),
      user: null,
      redirect: '',
      nickname: stranger.nickname,
    });
    expect(await userOf(visitor)).toBeUndefined();
    const bound = await bind(first.body.other, mobile, visitor);
    expect(bound.body).toMatchObject({ redirect: '/home/products', user: { member: { is_activated: false } } });
    expect(await logOf(bound.body.user.id)).toEqual([
      { action: 'new_account', record_title: expect.stringMatching(/^\w+/), ip: visitor.ip },
    ]);
    const again = await app.person.visitor();
    const second = await come(type, stranger, { as: again });
    expect(second.body).toMatchObject({ other: null, user: { id: bound.body.user.id }, redirect: '/home/index' });
    expect(await userOf(again)).toBe(bound.body.user.id);
  });

  it('stores the picture address, https only, and nothing else the service returned', async () => {
    const stranger = makeStranger();
    const storedAfter = async (avatar: string) => {
      await come(type, { ...stranger, avatar }, { as: await app.person.visitor() });
      return app.ctx.db
        .selectFrom('ousers')
        .select(['avatar', 'raw'])
        .where('open_id', '=', stranger.open_id)
        .executeTakeFirstOrThrow();
    };
    const [first, later] = ['https://pictures.example.com/1.jpg', 'https://pictures.example.com/2.jpg'];
    for (const refused of [
      '',
      'http://pictures.example.com/1.jpg',
      'javascript:alert(1)',
      'https://a:b@pictures.example.com/1.jpg',
      `https://pictures.example.com/${'x'.repeat(500)}`,
    ]) {
      expect(await storedAfter(refused), refused).toEqual({ avatar: null, raw: {} });
    }
    for (const [sent, expected] of [
      [first, first],
      ['', first],
      [later, later],
    ] as const)
      expect(await storedAfter(sent)).toEqual({ avatar: expected, raw: {} });
    const { data } = (
      await app.http('GET', `/admin/ousers/list?where[open_id]=${stranger.open_id}`, { as: await app.person.admin() })
    ).body;
    expect(data).toEqual([expect.objectContaining({ avatar: later })]);
  });

  it('answers a callback that is loaded again, or twice at once, with the first result', async () => {
    const [stranger, visitor] = [makeStranger(), await app.person.visitor()];
    const address = fake.agree(await leave(type, { as: visitor, back_url: '/home/products' }), stranger);
    const [first, second] = await Promise.all([arrive(address, visitor), arrive(address, visitor)]);
    expect([first.status, second.body]).toEqual([200, first.body]);
    const mobile = makeMobile();
    const { id } = (await bind(first.body.other, mobile, visitor)).body.user;
    // Its claim is settled: who comes back goes on.
    expect((await arrive(address, visitor)).body).toMatchObject({ other: null, redirect: '/home/index' });

    const again = await app.person.visitor();
    const back = fake.agree(await leave(type, { as: again, back_url: '/home/cards' }), stranger);
    const both = await Promise.all([arrive(back, again), arrive(back, again)]);
    for (const reply of both) expect(reply.body).toMatchObject({ redirect: '/home/cards', user: { id } });
    expect((await arrive(back, again)).body).toMatchObject({ redirect: '/home/cards', user: { id } });
    const sessions = await app.ctx.db
      .selectFrom('user_sessions')
      .select('id')
      .where('user_id', '=', id)
      .where('revoked_at', 'is', null)
      .execute();
    expect(sessions).toHaveLength(1);
    expect(await userOf(again)).toBe(id);
    // Long after, from the history: logged in goes on, logged out begins anew, another browser has no part in it.
    app.clock.advance(11 * 60_000);
    expect((await arrive(back, again)).body).toMatchObject({ redirect: '/home/index', user: null });
    expect((await arrive(back, await app.person.visitor())).body.code).toBe('auth.other_state');
    await app.http('POST', '/open/logout', { as: again });
    expect((await arrive(back, again)).body.code).toBe('auth.other_state');
  });

  it('does not log in again by the callback of a session that ended, nor over another person', async () => {
    const [stranger, visitor] = [makeStranger(), await app.person.visitor()];
    const first = await come(type, stranger, { as: visitor });
    await bind(first.body.other, makeMobile(), visitor);
    await app.http('POST', '/open/logout', { as: visitor });
    const address = fake.agree(await leave(type, { as: visitor }), stranger);
    expect((await arrive(address, visitor)).status).toBe(200);
    await app.http('POST', '/open/logout', { as: visitor });
    expect((await arrive(address, visitor)).body.code).toBe('auth.other_state');
    expect(await userOf(visitor)).toBeUndefined();
  });

  it('accepts a code once, and reports when the service refuses or is unavailable', async () => {
    const visitor = await app.person.visitor();
    const address = fake.agree(await leave(type, { as: visitor }), makeStranger());
    expect((await arrive(address, visitor)).status).toBe(200);
    expect((await arrive(address, await app.person.visitor())).body.code).toBe('auth.other_state');
    const bad = new URL(fake.agree(await leave(type, { as: visitor }), makeStranger()));
    bad.searchParams.set('code', 'made-up');
    expect((await arrive(bad.href, visitor)).body.code).toBe('auth.other_failed');
    for (const trouble of ['hang_up', 'half', 'truncated', 'busy', 'html'] as const) {
      const away = fake.agree(await leave(type, { as: visitor }), makeStranger());
      fake.set({ trouble });
      const answer = await arrive(away, visitor);
      expect([answer.status, answer.body.code], trouble).toEqual([502, 'auth.other_failed']);
      fake.set({ trouble: 'none' });
    }
  });
});

describe('peculiarities of services', () => {
  it('parses the responses of QQ’s older interface', async () => {
    fake.set({ is_old: true });
    const [visitor, stranger] = [await app.person.visitor(), makeStranger()];
    expect((await come('qq', stranger, { as: visitor })).body.nickname).toBe(stranger.nickname);
  });

  it('recognizes one person by WeChat’s union id, in WeChat and on a desktop', async () => {
    const [desk, phone, unionId] = [await app.person.visitor(), await app.person.visitor(), `union-${(counter += 1)}`];
    const first = await come('weixinweb', makeStranger({ union_id: unionId }), { as: desk });
    const { body } = await bind(first.body.other, makeMobile(), desk);
    const inside = await come('wechat', makeStranger({ union_id: unionId }), { as: phone, agent: 'messenger' });
    expect(inside.body.user.id).toBe(body.user.id);
  });

  it('creates no account for the virtual user of a preview', async () => {
    const visitor = await app.person.visitor();
    const stranger = makeStranger({ is_snapshot: true });
    expect((await come('wechat', stranger, { as: visitor, agent: 'messenger' })).body.code).toBe('auth.other_virtual');
    expect(
      await app.ctx.db.selectFrom('ousers').select('id').where('open_id', '=', stranger.open_id).execute(),
    ).toEqual([]);
  });

  it('obtains the payer’s open id silently, and stores it sealed', async () => {
    const visitor = await app.person.visitor();
    const address = await leave('wechat', {
      as: visitor,
      purpose: 'open_id',
      back_url: '/home/pay-orders/7?pay=wechat',
      agent: 'messenger',
    });
    expect(new URL(address).searchParams.get('scope')).toBe('snsapi_base');
    expect((await arrive(fake.agree(address, makeStranger({ open_id: 'oPayer' })), visitor)).body).toMatchObject({
      redirect: '/home/pay-orders/7?pay=wechat',
      user: null,
      other: null,
    });
    expect(visitor.cookies.get('Open-Id')).toMatch(/^oPayer\.[\w-]{43}$/);
  });
});

describe('a login another browser started', () => {
  it('is refused: another browser, a forged state, another service, too late', async () => {
    const [visitor, thief] = [await app.person.visitor(), await app.person.visitor()];
    await leave('github', { as: thief });
    const stolen = fake.agree(await leave('github', { as: visitor }), makeStranger());
    const stateOf = (address: string) => new URL(address).searchParams.get('state') ?? '';
    for (const answer of [
      await arrive(stolen, thief),
      await arrive(stolen.replace(stateOf(stolen), 'f'.repeat(64)), visitor),
      await arrive(
        fake.agree(await leave('github', { as: visitor }), makeStranger()).replace('callback/github', 'callback/qq'),
        visitor,
      ),
      await arrive('https://kaike.example.com/open/other-login-callback/github?code=x', visitor),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'auth.other_state']);
    const late = fake.agree(await leave('google', { as: visitor }), makeStranger());
    app.clock.advance(601_000);
    expect((await arrive(late, visitor)).body.code).toBe('auth.other_state');
  });

  it('ends when the person refuses, and leaves them where they were', async () => {
    const visitor = await app.person.visitor();
    const state = new URL(await leave('github', { as: visitor })).searchParams.get('state') ?? '';
    const answer = await app.http('GET', '/open/other-login-callback/github', {
      as: visitor,
      query: { state, error: 'access_denied' },
    });
    expect([answer.status, answer.body.code]).toEqual([409, 'auth.other_cancelled']);
    expect(await userOf(visitor)).toBeUndefined();
  });

  it('never redirects to another site afterwards', async () => {
    const [visitor, stranger] = [await app.person.visitor(), makeStranger()];
    await bind((await come('github', stranger, { as: visitor })).body.other, makeMobile(), visitor);
    for (const backUrl of [
      'https://evil.example/',
      '//evil.example',
      String.raw`/\evil.example`,
      'javascript:alert(1)',
      '/open/login',
    ]) {
      expect(
        (await come('github', stranger, { as: await app.person.visitor(), back_url: backUrl })).body.redirect,
        backUrl,
      ).toBe('/home/index');
    }
    expect(await leave('github', { as: visitor })).toContain(
      encodeURIComponent('https://kaike.example.com/open/other-login-callback/github'),
    );
  });

  it('does not accept a claim of another browser', async () => {
    const [visitor, thief, mobile] = [await app.person.visitor(), await app.person.visitor(), makeMobile()];
    const { other } = (await come('github', makeStranger(), { as: visitor })).body;
    await come('github', makeStranger(), { as: thief });
    expect(
      (
        await app.http('POST', '/open/other-login/bind/send', {
          as: thief,
          body: { key: other, mobile_phone: mobile, verify: await app.captchaPass() },
        })
      ).body.code,
    ).toBe('auth.other_state');
    const member = await app.person.member();
    expect((await app.http('POST', '/open/other-login/claim', { as: member, body: { key: other } })).body.code).toBe(
      'auth.other_state',
    );
    expect((await bind(other, mobile, visitor)).status).toBe(200);
    expect(
      (
        await app.http('POST', '/open/other-login/bind', {
          as: visitor,
          body: { key: other, mobile_phone: mobile, message_code: '000000', agree: true },
        })
      ).body.code,
    ).toBe('auth.other_state');
  });
});

describe('a new identity of an existing account', () => {
  it('is bound by its mobile number, and a new member must agree', async () => {
    const visitor = await app.person.visitor();
    const { user_id } = await buildMember(app.ctx, {});
    const mobile = makeMobile();
    await app.ctx.db.updateTable('users').set({ mobile_phone: mobile }).where('id', '=', user_id).execute();
    const { other } = (await come('weibo', makeStranger(), { as: visitor })).body;
    expect(
      Object.keys(
        (
          await app.http('POST', '/open/other-login/bind', {
            as: visitor,
            body: { key: other, mobile_phone: mobile, message_code: '123456', agree: false },
          })
        ).body.errors,
      ),
    ).toEqual(['agree']);
    expect(
      (
        await app.http('POST', '/open/other-login/bind', {
          as: visitor,
          body: { key: other, mobile_phone: mobile, message_code: '123456', agree: true },
        })
      ).body.code,
    ).toBe('auth.code_wrong');
    expect((await bind(other, mobile, visitor)).body.user.id).toBe(user_id);
  });

  it('or by logging in the usual way in the same browser', async () => {
    const visitor = await app.person.visitor();
    const { other } = (await come('weibo', makeStranger(), { as: visitor, back_url: '/home/courses' })).body;
    const member = await app.person.member();
    for (const [name, value] of visitor.cookies) if (name === 'kaike_other_login') member.cookies.set(name, value);
    expect(
      (await app.http('POST', '/open/other-login/claim', { as: member, body: { key: other } })).body.redirect,
    ).toBe('/home/courses');
    const { services } = (await app.http('GET', '/home/personage/ousers', { as: member })).body;
    expect(services.find((one: { type: string }) => one.type === 'weibo').ouser).toMatchObject({
      nickname: expect.stringContaining('同学'),
    });
  });

  it('is refused when the account is stopped, and none is created while registration is closed', async () => {
    const [visitor, stranger] = [await app.person.visitor(), makeStranger()];
    const { other } = (await come('qq', stranger, { as: visitor })).body;
    await app.setting('register_open', false);
    expect((await bind(other, makeMobile(), visitor)).body.code).toBe('auth.register_closed');
    await app.setting('register_open', true);
    const { body } = await bind(other, makeMobile(), visitor);
    await app.ctx.db.updateTable('users').set({ status: 3 }).where('id', '=', body.user.id).execute();
    expect((await come('qq', stranger, { as: await app.person.visitor() })).body.code).toBe('auth.account_stopped');
  });
});

describe('one’s own identities', () => {
  const mine = async (as: Person, type: string) =>
    (await app.http('GET', '/home/personage/ousers', { as })).body.services.find(
      (one: { type: string }) => one.type === type,
    );

  it('are bound, listed and unbound', async () => {
    const member = await app.person.member();
    expect((await mine(member, 'github')).ouser).toBeNull();
    expect((await come('github', makeStranger(), { as: member, purpose: 'bind' })).body).toMatchObject({
      redirect: '/home/personage/ousers',
    });
    const { ouser } = await mine(member, 'github');
    expect(
      (await app.http('DELETE', `/home/personage/ousers/${ouser.id}`, { as: await app.person.member() })).status,
    ).toBe(404);
    expect((await app.http('DELETE', `/home/personage/ousers/${ouser.id}`, { as: member })).status).toBe(200);
    expect((await mine(member, 'github')).ouser).toBeNull();
  });

  it('stay with one account each', async () => {
    const [one, two, stranger] = [await app.person.member(), await app.person.member(), makeStranger()];
    await come('github', stranger, { as: one, purpose: 'bind' });
    expect((await come('github', stranger, { as: two, purpose: 'bind' })).body.code).toBe('ouser.taken');
    expect((await come('github', makeStranger(), { as: one, purpose: 'bind' })).body.code).toBe('ouser.service_taken');
    expect((await come('github', stranger, { as: one, purpose: 'bind' })).status).toBe(200);
  });

  it('are bound to the person who started, not to whoever is logged in on return', async () => {
    const [member, other] = [await app.person.member(), await app.person.member()];
    const address = fake.agree(await leave('github', { as: member, purpose: 'bind' }), makeStranger());
    other.cookies.set('kaike_other_login', member.cookies.get('kaike_other_login') ?? '');
    expect((await arrive(address, other)).body.code).toBe('auth.other_state');
    expect(
      (
        await app.http('GET', '/open/other-login/github', {
          as: await app.person.visitor(),
          query: { purpose: 'bind' },
        })
      ).body.code,
    ).toBe('auth.required');
  });

  it('keep the last way to log in', async () => {
    const { id } = await buildUser(app.ctx, { username: null, mobile_phone: null });
    const person = await app.person.user(id);
    await come('google', makeStranger(), { as: person, purpose: 'bind' });
    const { ouser } = await mine(person, 'google');
    expect((await app.http('DELETE', `/home/personage/ousers/${ouser.id}`, { as: person })).body.code).toBe(
      'ouser.own_last_way_in',
    );
  });
});

describe('what is offered', () => {
  const offered = async (agent: string) =>
    (await app.http('GET', '/open/login', { headers: { 'user-agent': agent } })).body.other_login.map(
      (one: { type: string }) => one.type,
    );

  it('is what is configured and works in that browser', async () => {
    expect(await offered(agents.desktop)).toEqual(['weixinweb', 'qq', 'weibo', 'github', 'google']);
    expect(await offered('iPhone Mobile Safari')).toEqual(['qq', 'weibo', 'github', 'google']);
    expect(await offered(agents.messenger)).toEqual(['wechat']);
    await app.setting('oauth_qq_secret', '');
    expect(await offered('iPhone Mobile Safari')).not.toContain('qq');
    const answer = await app.http('GET', '/open/other-login/qq');
    expect([answer.status, answer.body.code]).toEqual([404, 'auth.other_off']);
    expect((await app.http('GET', '/open/other-login/nobody')).status).toBe(404);
  });

  it('redirects a navigation to a page that explains the failure', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml' };
    const follow = async (path: string, query = {}) => {
      const { status, headers: sent } = await app.http('GET', `/open/other-login/${path}`, { headers, query });
      return [status, sent['location']];
    };
    expect(await follow('qq')).toEqual([302, '/open/other-login/qq?failed=off']);
    expect(await follow('github', { purpose: 'bind' })).toEqual([302, '/open/other-login/github?failed=login']);
    expect(await follow('%2F%2Fevil.example')).toEqual([302, '/open/other-login/%2F%2Fevil.example?failed=off']);
  });
});
