import { hash, parseOptions } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import type { Db } from '../../../db/pool.ts';
import { adminPassword, startTestApp, type Person, type Reply, type TestApp } from '../../../../test/app.ts';
import { buildMember, buildUser, makeMobile, type RowOf } from '../../../../test/factories.ts';
import { comparisons } from './passwords/password-hash.ts';
import { hashPassword } from './public.ts';

const password = 'correct-horse-1';
let app: TestApp;
let passwordHash: string;

beforeAll(async () => {
  app = await startTestApp();
  passwordHash = await hashPassword(password);
});
afterAll(() => app.close());

async function makeMember(values: Partial<RowOf<'users'>> = {}): Promise<RowOf<'users'>> {
  const user = await buildUser(app.ctx, { password_hash: passwordHash, ...values });
  await buildMember(app.ctx, { user_id: user.id });
  return user;
}

const logIn = (body: Record<string, unknown>, as?: Person): Promise<Reply> =>
  app.http('POST', '/open/login', { body, ...(as ? { as } : {}) });
const whoAmI = (as: Person): Promise<Reply> => app.http('GET', '/open/user', { as });
const without = ({ status, body: { request_id: _id, ...rest } }: Reply): unknown => ({ status, rest });
const cookieLine = (reply: Reply, name: string): string =>
  [reply.headers['set-cookie']]
    .flat()
    .map(String)
    .find((line) => line.startsWith(`${name}=`)) ?? '';

describe('POST /open/login with a password', () => {
  it('accepts user name, mail in any case, and mobile number', async () => {
    const user = await makeMember({ email: 'Zhang.San@Example.com' });
    for (const username of [user.username?.toUpperCase(), 'zhang.san@example.COM', user.mobile_phone]) {
      const visitor = await app.person.visitor();
      const { status, body } = await logIn({ username, password }, visitor);
      expect(status).toBe(200);
      expect(body).toMatchObject({ user: { id: user.id }, lifetime: 120, redirect: '/home/index' });
      expect(body).not.toHaveProperty('token');
      expect((await whoAmI(visitor)).body.user.id).toBe(user.id);
    }
  });

  it('records time, address and device', async () => {
    const user = await makeMember();
    const visitor = await app.person.visitor();
    const agent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';
    await app.http('POST', '/open/login', {
      as: visitor,
      body: { username: user.username, password },
      headers: { 'user-agent': agent, 'client-id': 'a-browser-of-mine' },
    });
    const row = await app.ctx.db
      .selectFrom('users')
      .select(['last_login_at', 'last_login_ip'])
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ last_login_at: app.clock.now(), last_login_ip: visitor.ip });
    const session = await app.ctx.db
      .selectFrom('user_sessions')
      .selectAll()
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(session).toMatchObject({
      client_type: 'web',
      client_id: 'a-browser-of-mine',
      device_name: 'Safari · iPhone',
      ip: visitor.ip,
      remember: false,
    });
    expect(session.token_hash.toString('base64url')).not.toBe(visitor.cookies.get('Authorization'));
  });

  it('responds alike to an unknown name, a wrong password and an account without one', async () => {
    const user = await makeMember();
    const bare = await makeMember({ password_hash: null });
    const answers = await Promise.all([
      logIn({ username: 'nobody_at_all', password }),
      logIn({ username: makeMobile(), password }),
      logIn({ username: 'nobody@example.com', password }),
      logIn({ username: user.username, password: 'wrong-password-1' }),
      logIn({ username: bare.username, password }),
    ]);
    const [first, ...others] = answers.map(without);
    expect(first).toMatchObject({
      status: 422,
      rest: { code: 'auth.wrong_credentials', errors: { password: ['账号或密码不正确。'] } },
    });
    for (const other of others) expect(other).toEqual(first);
  });

  it('does the same work for an unknown name, an account without a password and a wrong password', async () => {
    const [user, bare] = [await makeMember(), await makeMember({ password_hash: null })];
    const workFor = async (username: string | null): Promise<unknown[]> => {
      const compared: ReturnType<typeof parseOptions>[] = [];
      const note = (stored: unknown): number => compared.push(parseOptions(String(stored)));
      comparisons.subscribe(note);
      await logIn({ username, password: 'wrong-password-1' });
      comparisons.unsubscribe(note);
      return compared;
    };
    const wrong = await workFor(user.username);
    expect(wrong).toEqual([expect.objectContaining({ memoryCost: 12_288, timeCost: 3 })]);
    expect([await workFor('nobody_there'), await workFor(bare.username)]).toEqual([wrong, wrong]);
  });

  it('reports every missing field, and accepts a name or a mobile number', async () => {
    const nothing = await logIn({});
    expect(nothing.status).toBe(422);
    expect(Object.keys(nothing.body.errors)).toEqual(['username', 'password']);
    expect(Object.keys((await logIn({ username: 'zhangsan' })).body.errors)).toEqual(['password']);
    expect(Object.keys((await logIn({ mobile_phone: '13800138000' })).body.errors)).toEqual(['message_code']);
    expect(Object.keys((await logIn({ mobile_phone: '12345', message_code: 'abc' })).body.errors)).toEqual([
      'mobile_phone',
      'message_code',
    ]);
  });

  it('reports a stopped account only after the right password', async () => {
    const user = await makeMember({ status: userStatus.stopped });
    expect((await logIn({ username: user.username, password: 'wrong-password-1' })).body.code).toBe(
      'auth.wrong_credentials',
    );
    const right = await logIn({ username: user.username, password });
    expect([right.status, right.body.code]).toEqual([403, 'auth.account_stopped']);
    expect(await app.ctx.db.selectFrom('user_sessions').select('id').where('user_id', '=', user.id).execute()).toEqual(
      [],
    );
  });

  it('upgrades a hash with other cost parameters', async () => {
    const user = await makeMember({ password_hash: await hash(password, { memoryCost: 8192, timeCost: 1 }) });
    expect((await logIn({ username: user.username, password })).status).toBe(200);
    const { password_hash: stored } = await app.ctx.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(stored).toContain('m=12288,t=3,p=1');
    expect((await logIn({ username: user.username, password })).status).toBe(200);
  });

  it('treats SQL and markup in every field as text', async () => {
    for (const username of ["' or 1=1 --", '<script>alert(1)</script>', '%', '\\', 'a'.repeat(254)]) {
      expect((await logIn({ username, password })).body.code, username).toBe('auth.wrong_credentials');
    }
    expect((await logIn({ username: { $ne: '' }, password: ['x'] })).status).toBe(422);
  });
});

describe('the slider after failures', () => {
  const failures = async (username: string | null | undefined, times: number, as?: Person): Promise<void> => {
    for (let time = 0; time < times; time += 1) await logIn({ username, password: 'wrong-password-1' }, as);
  };
  const mustVerify = async (username: string | null, as?: Person): Promise<boolean> =>
    (await app.http('GET', '/open/login', { query: { username: username ?? '' }, ...(as ? { as } : {}) })).body
      .must_verify;

  it('is required after three for one account, from any address, existing or not', async () => {
    for (const username of [(await makeMember()).username, 'somebody_unknown']) {
      await failures(username, 2);
      expect(await mustVerify(username)).toBe(false);
      await failures(username, 1);
      expect(await mustVerify(username)).toBe(true);
      const refused = await logIn({ username, password });
      expect([refused.status, refused.body.code, Object.keys(refused.body.errors)]).toEqual([
        422,
        'auth.captcha_required',
        ['verify'],
      ]);
    }
  });

  it('is required after three from one address, for any accounts', async () => {
    const visitor = await app.person.visitor();
    for (const username of ['one_unknown', 'two_unknown', 'three_unknown']) await failures(username, 1, visitor);
    expect(await mustVerify('four_unknown', visitor)).toBe(true);
    expect(await mustVerify('four_unknown')).toBe(false);
  });

  it('allows one try each; a used, wrong or expired pass allows none', async () => {
    const { username } = await makeMember();
    await failures(username, 3);
    const verify = await app.captchaPass();
    expect((await logIn({ username, password: 'wrong-password-1', verify })).body.code).toBe('auth.wrong_credentials');
    for (const bad of [verify, 'made-up'])
      expect((await logIn({ username, password, verify: bad })).body.code).toBe('auth.captcha_failed');
    const old = await app.captchaPass();
    app.clock.advance(300_000);
    expect((await logIn({ username, password, verify: old })).body.code).toBe('auth.captcha_failed');
    expect((await logIn({ username, password, verify: await app.captchaPass() })).status).toBe(200);
  });

  it('is reset for the account after a login, and for everyone after half an hour', async () => {
    const { username } = await makeMember();
    const visitor = await app.person.visitor();
    await failures(username, 3, visitor);
    await logIn({ username, password, verify: await app.captchaPass() }, visitor);
    expect([await mustVerify(username), await mustVerify(username, visitor)]).toEqual([false, true]);
    app.clock.advance(1_800_000);
    expect(await mustVerify(username, visitor)).toBe(false);
  });

  it('cannot be bypassed by concurrent tries', async () => {
    const { username } = await makeMember();
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => logIn({ username, password: 'wrong-password-1' })),
    );
    const codes = tries.map((reply) => String(reply.body.code));
    // Three are allowed, and one more may already be at work when the third fails.
    expect(codes.filter((code) => code === 'auth.wrong_credentials').length).toBeLessThanOrEqual(4);
    expect(codes.filter((code) => code === 'auth.captcha_required').length).toBeGreaterThanOrEqual(16);
  });
});

describe('sessions of a login', () => {
  let user: RowOf<'users'>;
  beforeEach(async () => {
    user = await makeMember();
  });
  const enter = async (more: Record<string, unknown> = {}): Promise<Person> => {
    const visitor = await app.person.visitor();
    expect((await logIn({ username: user.username, password, ...more }, visitor)).status).toBe(200);
    return visitor;
  };

  it('the second login ends the first, which is notified once and then is anonymous', async () => {
    const first = await enter();
    expect((await whoAmI(first)).body.user.id).toBe(user.id);
    const second = await enter();
    const response = await whoAmI(first);
    expect([response.status, response.body.code, response.body.force_logout]).toEqual([
      401,
      'auth.logged_in_elsewhere',
      true,
    ]);
    expect(response.body.message).toContain('其他设备');
    expect(first.cookies.has('Authorization')).toBe(false);
    expect((await whoAmI(first)).body.user).toBeNull();
    expect((await whoAmI(second)).body.user.id).toBe(user.id);
  });

  it('a person whose session ended elsewhere can start the page, log in and log out', async () => {
    const first = await enter();
    await enter();
    const copy = new Map(first.cookies);
    for (const path of [
      '/open/config',
      '/open/token',
      '/open/client-id',
      '/open/login',
      '/open/register',
      '/open/agreement',
      '/open/geetest',
    ]) {
      expect((await app.http('GET', path, { as: first })).status, path).toBe(200);
    }
    expect((await app.http('POST', '/open/logout', { as: first, body: {} })).status).toBe(200);
    expect(first.cookies.has('Authorization')).toBe(false);
    for (const [name, value] of copy) first.cookies.set(name, value);
    expect((await logIn({ username: user.username, password }, first)).status).toBe(200);
    expect((await whoAmI(first)).body.user.id).toBe(user.id);
  });

  it('exactly one of two concurrent logins stays', async () => {
    const people = [await app.person.visitor(), await app.person.visitor(), await app.person.visitor()];
    const lock = (trx: Db) => trx.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute();
    const answers = await app.whileLocked(lock, 3, () =>
      Promise.all(people.map((person) => logIn({ username: user.username, password }, person))),
    );
    expect(answers.map((answer) => answer.status).filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
    const alive = await app.ctx.db
      .selectFrom('user_sessions')
      .select('id')
      .where('user_id', '=', user.id)
      .where('revoked_at', 'is', null)
      .execute();
    expect(alive).toHaveLength(1);
    const seen = await Promise.all(people.map(whoAmI));
    expect(seen.filter((reply) => reply.body.user?.id === user.id)).toHaveLength(1);
  });

  it('leaves devices of other classes alone, and names the ended one in the reader’s language', async () => {
    const agents = {
      computer:
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
      phone:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
      tablet:
        'Mozilla/5.0 (iPad; CPU OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.5 Mobile/15E148 Safari/604.1',
      wechat:
        'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36 MicroMessenger/8.0.49',
    };
    const from = async (agent: string): Promise<{ visitor: Person; reply: Reply }> => {
      const visitor = await app.person.visitor();
      return {
        visitor,
        reply: await app.http('POST', '/open/login', {
          as: visitor,
          body: { username: user.username, password },
          headers: { 'user-agent': agent },
        }),
      };
    };
    const first = await Promise.all([
      from(agents.computer),
      from(agents.phone),
      from(agents.tablet),
      from(agents.wechat),
    ]);
    for (const { visitor, reply } of first) {
      expect(reply.body).not.toHaveProperty('ended');
      expect((await whoAmI(visitor)).body.user?.id).toBe(user.id);
    }
    const again = await from(agents.wechat);
    expect(again.reply.body.ended).toContain('微信 · Android');
    const response = await whoAmI(first[3]?.visitor ?? again.visitor);
    expect(response.body.message).toContain('微信 · Android');
    expect((await whoAmI(first[1]?.visitor ?? again.visitor)).body.user.id).toBe(user.id);
    const devices = await app.http('GET', '/home/personage/devices', { as: again.visitor });
    expect(devices.body.devices.map((device: { device_name: string }) => device.device_name)).toContain(
      '微信 · Android',
    );
  });

  it('ends regardless of use: a member’s after thirty days, an administrator’s after twelve hours', async () => {
    const member = await enter({ remember: true });
    const admin = await app.person.visitor();
    await logIn({ username: 'admin', password: adminPassword, remember: true }, admin);
    for (let hours = 0; hours < 11; hours += 1) {
      app.clock.advance(3_600_000);
      expect((await whoAmI(admin)).body.user.username).toBe('admin');
    }
    app.clock.advance(3_599_000);
    expect((await whoAmI(admin)).body.user.username).toBe('admin');
    app.clock.advance(2_000);
    expect((await whoAmI(admin)).body.user).toBeNull();
    for (let days = 0; days < 29; days += 1) {
      app.clock.advance(86_400_000);
      expect((await whoAmI(member)).body.user.id).toBe(user.id);
    }
    app.clock.advance(86_400_000);
    expect((await whoAmI(member)).body.user).toBeNull();
  });

  it('lasts as long as the settings say', async () => {
    await app.setting('member_session_days', 1);
    const member = await enter({ remember: true });
    app.clock.advance(86_399_000);
    expect((await whoAmI(member)).body.user.id).toBe(user.id);
    app.clock.advance(2_000);
    expect((await whoAmI(member)).body.user).toBeNull();
    await app.setting('member_session_days', 30);
  });

  it('keeps as many as the setting says, per class of device, and any number for administrators', async () => {
    await app.setting('member_session_limit', 2);
    const [first, second, third] = [await enter(), await enter(), await enter()];
    expect([await whoAmI(first), await whoAmI(second), await whoAmI(third)].map((reply) => reply.status)).toEqual([
      401, 200, 200,
    ]);
    await app.http('POST', '/open/login', { base: '/api', body: { username: user.username, password } });
    expect((await whoAmI(second)).status).toBe(200);
    await app.setting('member_session_limit', 1);
    const admins = await Promise.all(
      [1, 2, 3].map(async () => {
        const visitor = await app.person.visitor();
        await logIn({ username: 'admin', password: adminPassword }, visitor);
        return visitor;
      }),
    );
    for (const admin of admins) expect((await whoAmI(admin)).body.user.username).toBe('admin');
  });

  it('keeps as many of an administrator, too, once the school limits them', async () => {
    await app.setting('admin_session_limit', 1);
    const [first, second] = [await app.person.visitor(), await app.person.visitor()];
    for (const visitor of [first, second]) await logIn({ username: 'admin', password: adminPassword }, visitor);
    expect([await whoAmI(first), await whoAmI(second)].map(({ status }) => status)).toEqual([401, 200]);
    await app.setting('admin_session_limit', 0);
  });

  it('sets a readable cookie and an HttpOnly cookie, for two hours or thirty days', async () => {
    const reply = await logIn({ username: user.username, password });
    expect(cookieLine(reply, 'Authorization')).toMatch(
      /^Authorization=[\w-]{43}; Max-Age=7200; Path=\/; SameSite=Lax$/,
    );
    expect(cookieLine(reply, 'kaike_bind')).toMatch(
      /^kaike_bind=[\w-]{43}; Max-Age=7200; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const long = await logIn({ username: user.username, password, remember: true });
    expect(cookieLine(long, 'Authorization')).toContain(`Max-Age=${30 * 86_400};`);
    expect(long.body.lifetime).toBe(30 * 1440);
    const secure = await app.http('POST', '/open/login', {
      as: { ...(await app.person.visitor()), ip: '127.0.0.1' },
      body: { username: user.username, password },
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(cookieLine(secure, 'Authorization')).toContain('; Secure');
  });

  it('renews the cookies with every response, and ends after two idle hours', async () => {
    const visitor = await enter();
    app.clock.advance(119 * 60_000);
    expect(cookieLine(await whoAmI(visitor), 'Authorization')).toContain('Max-Age=7200');
    app.clock.advance(119 * 60_000);
    expect((await whoAmI(visitor)).body.user.id).toBe(user.id);
    app.clock.advance(121 * 60_000);
    expect((await whoAmI(visitor)).body.user).toBeNull();
  });

  it('the readable cookie alone grants nothing', async () => {
    const visitor = await enter();
    const thief = await app.person.visitor();
    thief.cookies.set('Authorization', visitor.cookies.get('Authorization') ?? '');
    expect((await whoAmI(thief)).body.user).toBeNull();
    thief.cookies.set('kaike_bind', 'x'.repeat(43));
    expect((await whoAmI(thief)).body.user).toBeNull();
    expect((await whoAmI(visitor)).body.user.id).toBe(user.id);
  });

  it('a token of /api does not work as a cookie, nor a cookie as a token of /api', async () => {
    const reply = await app.http('POST', '/open/login', { base: '/api', body: { username: user.username, password } });
    expect(reply.headers['set-cookie']).toBeUndefined();
    const token = String(reply.body.token);
    const asHeader = (authorization: string) =>
      app.http('GET', '/open/user', { base: '/api', headers: { authorization } });
    expect((await asHeader(token)).body.user.id).toBe(user.id);
    expect((await asHeader(`Bearer ${token}`)).body.user.id).toBe(user.id);
    const thief = await app.person.visitor();
    thief.cookies.set('Authorization', token);
    expect((await whoAmI(thief)).body.user).toBeNull();
    const visitor = await enter();
    expect((await asHeader(visitor.cookies.get('Authorization') ?? '')).body.user).toBeNull();
  });

  it('redirects to the requested page, but never off the site', async () => {
    const target = async (backUrl: string): Promise<string> =>
      (await logIn({ username: user.username, password, back_url: backUrl })).body.redirect;
    expect(await target('/home/courses/7?tab=1#top')).toBe('/home/courses/7?tab=1#top');
    for (const bad of ['https://evil.example/', '//evil.example', '/\\evil.example', '/open/login?back_url=/x'])
      expect(await target(bad), bad).toBe('/home/index');
    expect((await logIn({ username: 'admin', password: adminPassword })).body.redirect).toBe('/admin/index');
  });

  it('redirects a user who must change the password to that page', async () => {
    await app.ctx.db.updateTable('users').set({ must_change_password: true }).where('id', '=', user.id).execute();
    expect((await logIn({ username: user.username, password, back_url: '/home/courses' })).body).toMatchObject({
      redirect: '/home/personage/password',
      user: { must_change_password: true },
    });
  });
});

describe('POST /open/logout', () => {
  it('ends the session in the table and in the browser; idempotent', async () => {
    const user = await makeMember();
    const visitor = await app.person.visitor();
    await logIn({ username: user.username, password }, visitor);
    const before = new Map(visitor.cookies);
    const reply = await app.http('POST', '/open/logout', { as: visitor, body: { is_wechat: false } });
    expect([reply.status, reply.body]).toEqual([200, { redirect: '/open/login' }]);
    expect(visitor.cookies.has('Authorization') || visitor.cookies.has('kaike_bind')).toBe(false);
    for (const [name, value] of before) visitor.cookies.set(name, value);
    expect((await whoAmI(visitor)).body.user).toBeNull();
    expect((await app.http('POST', '/open/logout', { as: visitor, body: {} })).status).toBe(200);
    expect((await app.http('POST', '/open/logout', { body: {} })).status).toBe(200);
  });

  it('redirects a plain form to the login page', async () => {
    const visitor = await app.person.visitor();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html,*/*' };
    const reply = await app.http('POST', '/open/logout', { as: visitor, body: 'is_wechat=0', headers });
    expect([reply.status, reply.headers['location']]).toEqual([302, '/open/login']);
  });

  it('ends the session of a token under /api', async () => {
    const member = await app.person.member();
    expect((await app.http('GET', '/open/user', { as: member, base: '/api' })).body.user.id).toBe(member.user_id);
    await app.http('POST', '/open/logout', { as: member, base: '/api', body: {} });
    expect((await app.http('GET', '/open/user', { as: member, base: '/api' })).body.user).toBeNull();
    expect((await whoAmI(member)).body.user.id).toBe(member.user_id);
  });
});
