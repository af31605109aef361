import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockUntilCommit } from '../../../../db/hidden-names.ts';
import type { Db } from '../../../../db/pool.ts';
import { startTestApp, type Person, type Reply, type TestApp } from '../../../../../test/app.ts';
import { buildMember, buildUser, makeMobile } from '../../../../../test/factories.ts';

const minute = 60_000;
const hour = 60 * minute;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function makeMember(): Promise<{ id: number; mobile: string }> {
  const mobile = makeMobile();
  const { id } = await buildUser(app.ctx, { mobile_phone: mobile });
  await buildMember(app.ctx, { user_id: id });
  return { id, mobile };
}

type Sending = { as?: Person; path?: string; headers?: Record<string, string> };

async function send(mobile: string, { path = '/open/login/send', ...rest }: Sending = {}): Promise<Reply> {
  const field = path.includes('forgot') ? 'username' : 'mobile_phone';
  return app.http('POST', path, { ...rest, body: { [field]: mobile, verify: await app.captchaPass() } });
}

const logIn = (mobile: string, code: string, as?: Person): Promise<Reply> =>
  app.http('POST', '/open/login', { body: { mobile_phone: mobile, message_code: code }, ...(as ? { as } : {}) });
const messagesTo = (mobile: string): string[] =>
  app.sent.sms.filter((message) => message.to === mobile).map((message) => message.text);
const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000');
const without = ({ status, body: { request_id: _id, ...rest } }: Reply): unknown => ({ status, rest });

describe('POST /open/login/send', () => {
  it('sends a six-digit code that logs in once', async () => {
    const { id, mobile } = await makeMember();
    const response = await send(mobile);
    expect([response.status, response.body.wait]).toEqual([200, 60]);
    expect(messagesTo(mobile)).toEqual([expect.stringMatching(/^【开课】验证码 \d{6}，用于登录，5 分钟内有效。/)]);
    const code = app.lastCode(mobile);
    const visitor = await app.person.visitor();
    const entered = await logIn(mobile, code, visitor);
    expect(entered.body).toMatchObject({ user: { id }, redirect: '/home/index' });
    expect((await app.http('GET', '/open/user', { as: visitor })).body.user.id).toBe(id);
    const again = await logIn(mobile, code);
    expect([again.status, again.body.code, Object.keys(again.body.errors)]).toEqual([
      422,
      'auth.code_wrong',
      ['message_code'],
    ]);
  });

  it('responds alike for an unknown number, sends nothing and registers nobody', async () => {
    const [{ mobile }, stranger] = [await makeMember(), makeMobile()];
    expect(without(await send(stranger))).toEqual(without(await send(mobile)));
    expect(messagesTo(stranger)).toEqual([]);
    expect((await logIn(stranger, '123456')).body.code).toBe('auth.code_wrong');
    expect((await send(stranger)).body.code).toBe('auth.code_too_soon');
    expect(await app.ctx.db.selectFrom('users').select('id').where('mobile_phone', '=', stranger).execute()).toEqual(
      [],
    );
  });

  it('requires a solved slider per code', async () => {
    const { mobile } = await makeMember();
    const verify = await app.captchaPass();
    const ask = (body: Record<string, unknown>) => app.http('POST', '/open/login/send', { body });
    expect(Object.keys((await ask({ mobile_phone: mobile })).body.errors)).toEqual(['verify']);
    expect((await ask({ mobile_phone: mobile, verify: 'made-up' })).body.code).toBe('auth.captcha_failed');
    expect((await ask({ mobile_phone: mobile, verify })).status).toBe(200);
    app.clock.advance(61_000);
    expect((await ask({ mobile_phone: mobile, verify })).body.code).toBe('auth.captcha_failed');
    expect((await ask({ mobile_phone: '123', verify })).body.errors).toHaveProperty('mobile_phone');
  });

  it('stores no code in plain text', async () => {
    const { mobile } = await makeMember();
    await send(mobile);
    const row = await app.ctx.db
      .selectFrom('message_codes')
      .selectAll()
      .where('receiver', '=', mobile)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(app.lastCode(mobile));
    expect(row.code_hash).toHaveLength(32);
  });

  it('succeeds when the provider fails later, so that known numbers do not stand out', async () => {
    const mobile = '13955550000';
    await buildUser(app.ctx, { mobile_phone: mobile });
    expect((await send(mobile)).status).toBe(200);
    expect((await send('13955560000', { path: '/open/register/send' })).status).toBe(502);
  });
});

describe('limits of codes', () => {
  it('one per minute and number, across purposes', async () => {
    const { mobile } = await makeMember();
    await send(mobile);
    app.clock.advance(20_000);
    const soon = await send(mobile, { path: '/open/forgot-password/send-sms' });
    expect([soon.status, soon.body.code, soon.headers['retry-after']]).toEqual([429, 'auth.code_too_soon', '40']);
    expect(soon.body.message).toContain('40 秒');
    app.clock.advance(40_000);
    expect((await send(mobile, { path: '/open/forgot-password/send-sms' })).status).toBe(200);
  });

  it('five an hour and ten a day per number', async () => {
    const { mobile } = await makeMember();
    const sendFive = async (): Promise<void> => {
      for (let time = 0; time < 5; time += 1) {
        expect((await send(mobile)).status).toBe(200);
        app.clock.advance(61_000);
      }
    };
    await sendFive();
    const sixth = await send(mobile);
    expect([sixth.status, sixth.body.code]).toEqual([429, 'auth.code_limit']);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3000);
    app.clock.advance(hour);
    await sendFive();
    app.clock.advance(2 * hour);
    expect((await send(mobile)).body.code).toBe('auth.code_limit');
    app.clock.advance(22 * hour);
    expect((await send(mobile)).status).toBe(200);
  });

  it('twenty an hour per address', async () => {
    const visitor = await app.person.visitor();
    for (let time = 0; time < 20; time += 1) expect((await send(makeMobile(), { as: visitor })).status).toBe(200);
    const refused = await send(makeMobile(), { as: visitor });
    expect([refused.status, refused.body.code]).toEqual([429, 'auth.code_limit']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    app.clock.advance(hour);
    expect((await send(makeMobile(), { as: visitor })).status).toBe(200);
  });

  it('twenty an hour per browser, from any address', async () => {
    const headers = { 'client-id': 'one-and-the-same' };
    for (let time = 0; time < 20; time += 1) expect((await send(makeMobile(), { headers })).status).toBe(200);
    expect((await send(makeMobile(), { headers })).body.code).toBe('auth.code_limit');
  });

  it('only one of two concurrent requests for a number sends', async () => {
    const { mobile } = await makeMember();
    const lock = (trx: Db) => lockUntilCommit(trx, `code:${mobile}`);
    const answers = await app.whileLocked(lock, 3, () => Promise.all([send(mobile), send(mobile), send(mobile)]));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 429, 429]);
    expect(messagesTo(mobile)).toHaveLength(1);
  });
});

describe('tries of a code', () => {
  it('five wrong ones invalidate it, even for the right one', async () => {
    const { mobile } = await makeMember();
    await send(mobile);
    const code = app.lastCode(mobile);
    for (let time = 0; time < 5; time += 1)
      expect((await logIn(mobile, otherThan(code))).body.code).toBe('auth.code_wrong');
    expect((await logIn(mobile, code)).body.code).toBe('auth.code_wrong');
  });

  it('four wrong ones do not, and concurrent ones are counted', async () => {
    const { mobile } = await makeMember();
    await send(mobile);
    const code = app.lastCode(mobile);
    for (let time = 0; time < 4; time += 1) await logIn(mobile, otherThan(code));
    expect((await logIn(mobile, code)).status).toBe(200);
    app.clock.advance(61_000);
    await send(mobile);
    const next = app.lastCode(mobile);
    await Promise.all(Array.from({ length: 12 }, () => logIn(mobile, otherThan(next))));
    expect((await logIn(mobile, next)).body.code).toBe('auth.code_wrong');
  });

  it('expires after five minutes, and with the next one', async () => {
    const { mobile } = await makeMember();
    await send(mobile);
    const first = app.lastCode(mobile);
    app.clock.advance(5 * minute);
    expect((await logIn(mobile, first)).body.code).toBe('auth.code_wrong');
    await send(mobile);
    const second = app.lastCode(mobile);
    app.clock.advance(61_000);
    await send(mobile);
    const third = app.lastCode(mobile);
    if (second !== third) expect((await logIn(mobile, second)).body.code).toBe('auth.code_wrong');
    expect((await logIn(mobile, third)).status).toBe(200);
  });

  it('works neither for another purpose nor for another number', async () => {
    const [one, other] = [await makeMember(), await makeMember()];
    await send(one.mobile);
    const code = app.lastCode(one.mobile);
    expect((await logIn(other.mobile, code)).body.code).toBe('auth.code_wrong');
    const body = {
      username: one.mobile,
      message_code: code,
      password: 'another-one-1',
      password_confirmation: 'another-one-1',
    };
    expect((await app.http('POST', '/open/forgot-password/reset-password', { body })).body.code).toBe(
      'auth.code_wrong',
    );
    expect((await logIn(one.mobile, code)).status).toBe(200);
  });

  it('only one of two concurrent uses succeeds', async () => {
    const { mobile } = await makeMember();
    await send(mobile);
    const code = app.lastCode(mobile);
    const answers = await Promise.all([logIn(mobile, code), logIn(mobile, code), logIn(mobile, code)]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 422, 422]);
  });

  it('a stopped account is reported only with the right one', async () => {
    const { id, mobile } = await makeMember();
    await send(mobile);
    await app.ctx.db.updateTable('users').set({ status: 2 }).where('id', '=', id).execute();
    const code = app.lastCode(mobile);
    expect((await logIn(mobile, otherThan(code))).body.code).toBe('auth.code_wrong');
    expect((await logIn(mobile, code)).body.code).toBe('auth.account_stopped');
  });
});
