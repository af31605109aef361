import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import { startTestApp, type Person, type Reply, type TestApp } from '../../../../../test/app.ts';
import { buildAgency, buildUser, makeMobile } from '../../../../../test/factories.ts';

const password = 'a-good-password-1';
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function codeFor(mobile: string): Promise<string> {
  const response = await app.http('POST', '/open/register/send', {
    body: { mobile_phone: mobile, verify: await app.captchaPass() },
  });
  expect(response.status).toBe(200);
  return app.lastCode(mobile);
}

type Options = { as?: Person; base?: '/api' };
const register = (body: Record<string, unknown>, options: Options = {}): Promise<Reply> =>
  app.http('POST', '/open/register', {
    ...options,
    body: { password, password_confirmation: password, agree: true, ...body },
  });

const memberOf = (userId: number) =>
  app.ctx.db.selectFrom('members').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();
const usersWith = (mobile: string) =>
  app.ctx.db.selectFrom('users').select('id').where('mobile_phone', '=', mobile).execute();

describe('POST /open/register', () => {
  it('creates a member and logs in; the home area stays closed', async () => {
    const mobile = makeMobile();
    const visitor = await app.person.visitor();
    const reply = await register(
      {
        mobile_phone: mobile,
        message_code: await codeFor(mobile),
        username: 'zhang_san99',
        back_url: '/home/cards/use-card',
      },
      { as: visitor },
    );
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      redirect: '/home/cards/use-card',
      lifetime: 120,
      user: { username: 'zhang_san99', admin: null, member: { is_activated: false, status: 1 } },
    });
    expect((await app.http('GET', '/open/user', { as: visitor })).body.user.id).toBe(reply.body.user.id);
    expect(await memberOf(reply.body.user.id)).toMatchObject({
      agency_id: null,
      source: 'register',
      activated_at: null,
      member_no: reply.body.user.member.member_no,
    });
    const byPassword = await app.http('POST', '/open/login', { body: { username: 'ZHANG_SAN99', password } });
    expect(byPassword.body.user.id).toBe(reply.body.user.id);
  });

  it('returns a token instead of cookies under /api', async () => {
    const mobile = makeMobile();
    const reply = await register({ mobile_phone: mobile, message_code: await codeFor(mobile) }, { base: '/api' });
    expect(reply.body.token).toMatch(/^[\w-]{43}$/);
    expect(reply.body.user.name).toBe(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`);
  });

  it('credits the agency of the code, ignoring case', async () => {
    const agency = await buildAgency(app.ctx, { code: 'Beijing-01' });
    const mobile = makeMobile();
    const { body } = await register({
      mobile_phone: mobile,
      message_code: await codeFor(mobile),
      agency_code: 'BEIJING-01',
    });
    expect(await memberOf(body.user.id)).toMatchObject({ agency_id: agency.id, source: 'agency' });
  });

  it('refuses the code of an unknown or inactive agency, and the message code stays valid', async () => {
    await buildAgency(app.ctx, { code: 'gone', status: agencyStatus.ended });
    const mobile = makeMobile();
    const code = await codeFor(mobile);
    for (const agencyCode of ['gone', 'never-was']) {
      const refused = await register({ mobile_phone: mobile, message_code: code, agency_code: agencyCode });
      expect([refused.status, refused.body.code, Object.keys(refused.body.errors)]).toEqual([
        422,
        'auth.agency_unknown',
        ['agency_code'],
      ]);
    }
    expect(await usersWith(mobile)).toEqual([]);
    expect((await register({ mobile_phone: mobile, message_code: code })).status).toBe(200);
  });

  it('reveals that a number is registered only to its holder', async () => {
    const { mobile_phone: mobile } = await buildUser(app.ctx);
    expect((await register({ mobile_phone: mobile, message_code: '123456' })).body.code).toBe('auth.code_wrong');
    const refused = await register({ mobile_phone: mobile, message_code: await codeFor(String(mobile)) });
    expect([refused.status, refused.body.code, refused.body.errors]).toEqual([
      422,
      'auth.mobile_taken',
      { mobile_phone: ['该手机号已注册，请直接登录。'] },
    ]);
  });

  it('refuses a user name that is taken in another case, and leaves nothing behind', async () => {
    await buildUser(app.ctx, { username: 'Li_Si' });
    const mobile = makeMobile();
    const code = await codeFor(mobile);
    const refused = await register({ mobile_phone: mobile, message_code: code, username: 'li_si' });
    expect([refused.status, refused.body.code, Object.keys(refused.body.errors)]).toEqual([
      422,
      'auth.name_taken',
      ['username'],
    ]);
    expect(await usersWith(mobile)).toEqual([]);
    expect((await register({ mobile_phone: mobile, message_code: code, username: 'li_si_2' })).status).toBe(200);
  });

  it('registers exactly one of two concurrent requests with the same mobile number', async () => {
    const mobile = makeMobile();
    const code = await codeFor(mobile);
    const answers = await Promise.all([1, 2, 3].map(() => register({ mobile_phone: mobile, message_code: code })));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const { body } of answers.filter((answer) => answer.status !== 200))
      expect(['auth.mobile_taken', 'auth.code_wrong']).toContain(body.code);
    const users = await usersWith(mobile);
    expect(users).toHaveLength(1);
    expect(
      await app.ctx.db
        .selectFrom('members')
        .select('id')
        .where('user_id', '=', users[0]?.id ?? 0)
        .execute(),
    ).toHaveLength(1);
  });

  it('reports every invalid field', async () => {
    const { status, body } = await register({
      mobile_phone: '123',
      message_code: 'x',
      username: '张三',
      password: 'short',
      password_confirmation: 'other',
      agree: false,
    });
    expect(status).toBe(422);
    const endsWith = (end: string): string[] => [expect.stringMatching(new RegExp(`${end}$`))];
    expect(body.errors).toMatchObject({
      agree: endsWith('同意用户协议'),
      message_code: endsWith('6 位数字'),
      password_confirmation: endsWith('与前一次填写的不一致'),
    });
    expect(Object.keys(body.errors).toSorted()).toEqual([
      'agree',
      'message_code',
      'mobile_phone',
      'password',
      'password_confirmation',
      'username',
    ]);
  });

  it('needs the agreement to be accepted', async () => {
    for (const agree of [false, undefined, null, 0, '']) {
      const { body } = await register({ mobile_phone: makeMobile(), message_code: '123456', agree });
      expect(Object.keys(body.errors), String(agree)).toEqual(['agree']);
    }
  });

  it('is closed by the setting', async () => {
    await app.setting('register_open', false);
    expect((await app.http('GET', '/open/register')).body).toEqual({ open: false, channels: [] });
    const mobile = makeMobile();
    const send = await app.http('POST', '/open/register/send', {
      body: { mobile_phone: mobile, verify: await app.captchaPass() },
    });
    const refused = await register({ mobile_phone: mobile, message_code: '123456' });
    for (const { status, body } of [send, refused]) expect([status, body.code]).toEqual([403, 'auth.register_closed']);
    await app.setting('register_open', true);
    expect((await app.http('GET', '/open/register')).body).toEqual({ open: true, channels: ['sms', 'mail'] });
  });
});

describe('GET /open/agreement', () => {
  it('returns the product’s text in the requested language, until the school has its own', async () => {
    expect((await app.http('GET', '/open/agreement')).body).toMatchObject({
      title: '用户协议',
      content: expect.stringContaining('欢迎使用开课'),
      privacy: { title: '隐私政策', content: expect.stringMatching(/身份证号[^]*人脸/) },
    });
    expect((await app.http('GET', '/open/agreement', { headers: { language: 'en' } })).body.content).toContain(
      'Welcome to 开课',
    );
    await app.setting('agreement_content', '本校的协议');
    await app.setting('privacy_content', '本校的隐私政策');
    expect((await app.http('GET', '/open/agreement')).body).toMatchObject({
      content: '本校的协议',
      privacy: { content: '本校的隐私政策' },
    });
  });
});
