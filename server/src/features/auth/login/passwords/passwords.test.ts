import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type Reply, type TestApp } from '../../../../../test/app.ts';
import { buildMember, buildUser, makeMobile, type RowOf } from '../../../../../test/factories.ts';
import { hashPassword } from './password-hash.ts';

const oldPassword = 'the-old-one-1';
const newPassword = 'the-new-one-2';
let app: TestApp;
let oldHash: string;

beforeAll(async () => {
  app = await startTestApp();
  oldHash = await hashPassword(oldPassword);
});
afterAll(() => app.close());

async function makeMember(values: Partial<RowOf<'users'>> = {}): Promise<RowOf<'users'>> {
  const user = await buildUser(app.ctx, { password_hash: oldHash, ...values });
  await buildMember(app.ctx, { user_id: user.id });
  return user;
}

const logIn = (username: string | null, password: string): Promise<Reply> =>
  app.http('POST', '/open/login', { body: { username, password } });
const isAlive = async (as: Person): Promise<boolean> =>
  (await app.http('GET', '/open/user', { as })).body.user !== null;
const without = ({ status, body: { request_id: _id, ...rest } }: Reply): unknown => ({ status, rest });

describe('POST /open/forgot-password', () => {
  const send = async (username: string | null, channel: '' | '-sms'): Promise<Reply> =>
    app.http('POST', `/open/forgot-password/send${channel}`, { body: { username, verify: await app.captchaPass() } });
  const reset = (username: string | null, code: string, password = newPassword): Promise<Reply> =>
    app.http('POST', '/open/forgot-password/reset-password', {
      body: { username, message_code: code, password, password_confirmation: password },
    });

  it('resets by text message and ends every session', async () => {
    const user = await makeMember({ must_change_password: true });
    const [here, there] = [await app.person.user(user.id), await app.person.user(user.id)];
    expect((await send(user.mobile_phone, '-sms')).status).toBe(200);
    const done = await reset(user.mobile_phone, app.lastCode(String(user.mobile_phone)));
    expect([done.status, done.body.redirect]).toEqual([200, '/open/login']);
    expect([await isAlive(here), await isAlive(there)]).toEqual([false, false]);
    expect((await logIn(user.username, oldPassword)).body.code).toBe('auth.wrong_credentials');
    const entered = await logIn(user.username, newPassword);
    expect(entered.body.user).toMatchObject({ id: user.id, must_change_password: false });
  });

  it('resets by mail within half an hour, whatever the case of the address', async () => {
    const user = await makeMember({ email: 'Wang.Wu@Example.com' });
    expect((await send('wang.wu@EXAMPLE.com', '')).status).toBe(200);
    expect(app.sent.mail.at(-1)).toMatchObject({
      to: 'wang.wu@example.com',
      subject: expect.stringMatching(/^开课：重设密码验证码 \d{6}$/),
    });
    app.clock.advance(29 * 60_000);
    expect((await reset('WANG.WU@example.com', app.lastCode('wang.wu@example.com'))).status).toBe(200);
    expect((await logIn(user.username, newPassword)).status).toBe(200);
    await send('wang.wu@example.com', '');
    app.clock.advance(30 * 60_000);
    expect((await reset('wang.wu@example.com', app.lastCode('wang.wu@example.com'))).body.code).toBe('auth.code_wrong');
  });

  it('offers both channels on its page', async () => {
    expect((await app.http('GET', '/open/password')).body).toEqual({ channels: ['sms', 'mail'] });
  });

  it('responds alike whether or not the account exists, and sends to active accounts only', async () => {
    const registered = await makeMember({ email: 'known@example.com' });
    const stopped = await makeMember({ email: 'stopped@example.com', status: 2 });
    const byMail = await Promise.all(
      ['known@example.com', 'unknown@example.com', 'stopped@example.com'].map((name) => send(name, '')),
    );
    const bySms = await Promise.all(
      [registered.mobile_phone, makeMobile(), stopped.mobile_phone].map((name) => send(name, '-sms')),
    );
    for (const answers of [byMail, bySms]) {
      expect(answers.map(without)).toEqual(Array.from({ length: 3 }, () => without(answers[0] as Reply)));
      expect(answers[0]?.body).toEqual({ wait: 60, message: '如果该账号存在，验证码已经发出，请查收。' });
    }
    const to = [...app.sent.mail, ...app.sent.sms].map((message) => message.to);
    expect(to).toEqual(expect.arrayContaining(['known@example.com', registered.mobile_phone]));
    expect(to).not.toContain('unknown@example.com');
    expect(to).not.toContain('stopped@example.com');
    expect(to).not.toContain(stopped.mobile_phone);
    const wrong = await Promise.all(
      ['known@example.com', 'unknown@example.com', 'no_such_name'].map((name) => reset(name, '000000')),
    );
    expect(wrong.map(without)).toEqual(Array.from({ length: 3 }, () => without(wrong[0] as Reply)));
  });

  it('refuses a common password, and the code stays valid', async () => {
    const user = await makeMember();
    await send(user.mobile_phone, '-sms');
    const code = app.lastCode(String(user.mobile_phone));
    const refused = await reset(user.mobile_phone, code, 'qwerty123');
    expect([refused.status, refused.body.code, Object.keys(refused.body.errors)]).toEqual([
      422,
      'auth.password_common',
      ['password'],
    ]);
    expect((await reset(user.mobile_phone, code)).status).toBe(200);
  });

  it('reports every invalid field before using a try', async () => {
    const { mobile_phone: mobile } = await makeMember();
    const bad = { username: mobile, message_code: '12', password: 'x', password_confirmation: 'y' };
    const refused = await app.http('POST', '/open/forgot-password/reset-password', { body: bad });
    expect(Object.keys(refused.body.errors).toSorted()).toEqual(['message_code', 'password', 'password_confirmation']);
    expect((await send('no-mail-at-all', '')).body.errors).toHaveProperty('username');
    expect(
      (await app.http('POST', '/open/forgot-password/send-sms', { body: { username: mobile } })).body.errors,
    ).toHaveProperty('verify');
  });
});

describe('PUT /home/personage/password', () => {
  const change = (as: Person, body: Record<string, unknown>, area = 'home'): Promise<Reply> =>
    app.http('PUT', `/${area}/personage/password`, {
      as,
      body: { old_password: oldPassword, password: newPassword, password_confirmation: newPassword, ...body },
    });

  it('changes it, keeps this session and ends the others', async () => {
    const user = await makeMember({ must_change_password: true });
    const [here, there] = [await app.person.user(user.id), await app.person.user(user.id)];
    expect((await change(here, {})).body).toEqual({ message: '密码已修改，其他设备已退出登录。' });
    expect([await isAlive(here), await isAlive(there)]).toEqual([true, false]);
    expect((await app.http('GET', '/open/user', { as: here })).body.user.must_change_password).toBe(false);
    expect((await logIn(user.username, newPassword)).status).toBe(200);
  });

  it('requires the old one, and a new one that differs and is confirmed', async () => {
    const here = await app.person.user((await makeMember()).id);
    const cases: [Record<string, unknown>, string, string][] = [
      [{ old_password: 'not-the-old-1' }, 'auth.old_password_wrong', 'old_password'],
      [{ password: oldPassword, password_confirmation: oldPassword }, 'auth.same_password', 'password'],
      [{ password: 'short' }, 'request.invalid', 'password'],
      [{ password_confirmation: 'something-else-3' }, 'request.invalid', 'password_confirmation'],
      [{ old_password: '' }, 'request.invalid', 'old_password'],
    ];
    for (const [body, code, field] of cases) {
      const { status, body: answer } = await change(here, body);
      expect([status, answer.code]).toEqual([422, code]);
      expect(answer.errors).toHaveProperty(field);
    }
  });

  it('refuses common passwords, and those made of a name, a number or this site', async () => {
    await app.setting('school_name', '晨光学堂');
    const user = await makeMember({
      username: 'zhang_wei',
      name: '张伟',
      mobile_phone: '13912345678',
      email: 'wei.z@example.com',
    });
    const here = await app.person.user(user.id);
    const refuse = async (password: string): Promise<unknown> =>
      (await change(here, { password, password_confirmation: password })).body;
    const common = { code: 'auth.password_common', errors: { password: ['这个密码太常见，很容易被猜到，请换一个。'] } };
    for (const password of ['Password1', 'woaini1314', '1QAZ2wsx!!', 'aaaaaaa1'])
      expect(await refuse(password), password).toMatchObject(common);
    app.clock.advance(600_000);
    for (const password of [
      'zhang_wei1',
      'Zhang_Wei2026!',
      '13912345678a',
      '张伟a1234567',
      '晨光学堂a123',
      'Kaike2026',
      'wei.z-1990',
    ]) {
      expect((await refuse(password)) as object, password).toMatchObject({
        code: 'auth.password_personal',
        errors: { password: [expect.stringContaining('本站名称')] },
      });
    }
    // A name within a longer phrase is fine.
    expect(
      (await change(here, { password: 'kaike-likes-5-tulips', password_confirmation: 'kaike-likes-5-tulips' })).status,
    ).toBe(200);
  });

  it('requires a login, activated or not; ten times in ten minutes', async () => {
    expect((await change(await app.person.visitor(), {})).status).toBe(401);
    const member = await app.person.member({ activated: false });
    for (let time = 0; time < 10; time += 1)
      expect((await change(member, {})).body.code).toBe('auth.old_password_wrong');
    const refused = await change(member, {});
    expect([refused.status, refused.body.code]).toEqual([429, 'request.too_many']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
  });

  it('only one of two concurrent changes succeeds', async () => {
    const { id } = await makeMember();
    const people = [await app.person.user(id), await app.person.user(id)];
    await Promise.all(people.map((as) => app.http('GET', '/open/token', { as })));
    const answers = await Promise.all(
      people.map((as, index) =>
        change(as, { password: `another-${index}-a`, password_confirmation: `another-${index}-a` }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  describe('in the back office', () => {
    it('is open to an administrator who must change it first, and is logged', async () => {
      const clerk = await app.person.adminWith(['admin.roles.list']);
      await app.ctx.db
        .updateTable('users')
        .set({ password_hash: oldHash, must_change_password: true })
        .where('id', '=', clerk.user_id)
        .execute();
      const blocked = await app.http('GET', '/admin/roles', { as: clerk });
      expect([blocked.status, blocked.body.redirect]).toEqual([403, '/admin/personage/password']);
      expect((await change(clerk, {}, 'admin')).status).toBe(200);
      expect((await app.http('GET', '/admin/roles', { as: clerk })).status).toBe(200);
      const log = await app.ctx.db
        .selectFrom('logs')
        .selectAll()
        .where('user_id', '=', clerk.user_id)
        .executeTakeFirstOrThrow();
      expect(log).toMatchObject({ resource: 'personage', action: 'password', ip: clerk.ip });
      expect(JSON.stringify(log)).not.toContain(newPassword);
    });

    it('is closed to members and visitors', async () => {
      expect((await change(await app.person.member(), {}, 'admin')).body.code).toBe('access.denied');
      expect((await change(await app.person.visitor(), {}, 'admin')).status).toBe(401);
    });
  });
});
