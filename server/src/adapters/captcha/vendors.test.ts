import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../test/app.ts';
import {
  geetest3Settings,
  geetest4Settings,
  startGeetest,
  type GeetestFake,
} from '../../../test/fakes/captcha/geetest.ts';
import { openServer } from '../../../test/fakes/open-server.ts';
import vectors from '../../../test/fakes/vectors/geetest.json' with { type: 'json' };
import { capabilityFields } from '../provider.ts';
import { captchaCapability } from './capability.ts';

let app: TestApp;
let fake: GeetestFake;
let admin: AdminPerson;

beforeAll(async () => {
  [app, fake] = await Promise.all([startTestApp(), startGeetest()]);
  admin = await app.person.admin();
});
afterAll(async () => {
  await app.close();
  await fake.close();
});
beforeEach(() => {
  fake.set({ trouble: 'none', is_bypassed: false });
  fake.requests.length = 0;
  // What was learned about the vendor before is forgotten.
  app.clock.advance(11_000);
});

const select = async (values: Record<string, unknown>): Promise<void> => {
  const all = { geetest_fail_mode: 'closed', geetest_base: fake.base, ...values };
  const saved = await app.http('PUT', '/admin/configs', { as: admin, body: { values: all } });
  expect(saved.status).toBe(200);
  await expect
    .poll(() => app.ctx.settings.read(capabilityFields(captchaCapability)), { interval: 5 })
    .toMatchObject(all);
};
const visitor = () => app.person.visitor();
type Visitor = Awaited<ReturnType<typeof visitor>>;
const issue = async (query: Record<string, string> = {}, as?: Visitor) =>
  (await app.http('GET', '/open/geetest', { query, ...(as ? { as } : {}) })).body;
const solve = (challenge: string, answer: object) => app.http('POST', '/open/geetest', { body: { challenge, answer } });
const codeOf = async (challenge: string, answer: object) => (await solve(challenge, answer)).body.code;
/** An address that refuses connections. */
async function closedBase(): Promise<string> {
  const { base, close } = await openServer(createServer());
  await close();
  return base;
}
const consume = (pass: string, accepts?: { unverified: boolean }) =>
  app.ctx.adapters.captcha.consume(app.ctx.db, pass, accepts);

describe('Geetest 4', () => {
  beforeEach(() => select(geetest4Settings));

  it('is issued with the public id, and a solution the vendor confirms opens one request', async () => {
    const issued = await issue();
    expect(issued).toEqual({
      type: 'geetest4',
      challenge: expect.any(String),
      captcha_id: vectors.v4.captcha_id,
      expires_in: 300,
    });
    const { status, body } = await solve(issued.challenge, fake.solve4());
    expect(status).toBe(200);
    expect([await consume(body.verify), await consume(body.verify)]).toEqual([true, false]);
    expect(fake.requests.map(({ path }) => path)).toEqual([`/validate?captcha_id=${vectors.v4.captcha_id}`]);
  });

  it('refuses a second use of the challenge and of the solution, another id and answers without their parts', async () => {
    const [one, two, three, four] = await Promise.all([issue(), issue(), issue(), issue()]);
    const solution = fake.solve4();
    expect((await solve(one.challenge, solution)).status).toBe(200);
    expect(await codeOf(one.challenge, fake.solve4())).toBe('auth.captcha_expired');
    expect(await codeOf(two.challenge, solution)).toBe('auth.captcha_expired');
    expect(await codeOf(three.challenge, { ...fake.solve4(), captcha_id: vectors.v3.id })).toBe('auth.captcha_failed');
    for (const bad of [
      { lot_number: 'x' },
      { ...fake.solve4(), pass_token: '' },
      { ...fake.solve4(), captcha_output: 'x'.repeat(9000) },
    ])
      expect(await codeOf((await issue()).challenge, bad)).toBe('auth.captcha_failed');
    app.clock.advance(301_000);
    expect(await codeOf(four.challenge, fake.solve4())).toBe('auth.captcha_expired');
  });

  it('is not replaced because of a visitor’s nonsense', async () => {
    const { challenge } = await issue();
    const nonsense = { ...fake.solve4(), lot_number: 'nonsense' };
    expect(await codeOf(challenge, nonsense)).toBe('auth.captcha_failed');
    expect((await issue()).type).toBe('geetest4');
  });

  it('says so when the account was changed meanwhile', async () => {
    const { challenge } = await issue();
    await select({ ...geetest4Settings, geetest_id: 'another' });
    expect(await codeOf(challenge, fake.solve4())).toBe('auth.captcha_expired');
  });

  it.each(['busy', 'hang_up', 'html', 'half', 'truncated'] as const)(
    'gives way to the own slider when the vendor is away: %s',
    async (trouble) => {
      const { challenge } = await issue();
      fake.set({ trouble });
      expect(await codeOf(challenge, fake.solve4())).toBe('auth.captcha_unavailable');
      expect((await issue()).type).toBe('local');
      expect(fake.requests).toHaveLength(1);
      app.clock.advance(11_000);
      expect((await issue()).type).toBe('local');
      fake.set({ trouble: 'none' });
      app.clock.advance(11_000);
      expect((await issue()).type).toBe('geetest4');
    },
  );

  it('lets a login go on without a verdict where the school wants it, five times per address, and nothing else', async () => {
    await select({ ...geetest4Settings, geetest_fail_mode: 'open' });
    const person = await visitor();
    const challenges = await Promise.all(Array.from({ length: 6 }, () => issue({ purpose: 'login' }, person)));
    const other = await issue({}, person);
    fake.set({ trouble: 'busy' });
    expect(await codeOf(other.challenge, fake.solve4())).toBe('auth.captcha_unavailable');
    const replies = [];
    for (const { challenge } of challenges) replies.push(await solve(challenge, fake.solve4()));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 422]);
    const pass = replies[0]?.body.verify;
    expect([await consume(pass), await consume(pass, { unverified: true })]).toEqual([false, true]);
    const response = await app.http('POST', '/open/login/send', {
      as: person,
      body: { mobile_phone: '13800138000', verify: replies[1]?.body.verify },
    });
    expect(response.body.code).toBe('auth.captcha_failed');
  });

  it.each(['silent', 'closed'] as const)(
    'keeps logins going and nothing else when the check is never answered or the port is closed: %s',
    async (trouble) => {
      await select({ ...geetest4Settings, geetest_fail_mode: 'open' });
      const person = await visitor();
      const [login, other] = [await issue({ purpose: 'login' }, person), await issue({}, person)];
      fake.requests.length = 0;
      if (trouble === 'silent') fake.set({ trouble });
      else await select({ ...geetest4Settings, geetest_fail_mode: 'open', geetest_base: await closedBase() });
      const [asLogin, asOther] = await Promise.all([
        solve(login.challenge, fake.solve4()),
        solve(other.challenge, fake.solve4()),
      ]);
      expect([asLogin.status, asOther.body.code]).toEqual([200, 'auth.captcha_unavailable']);
      const pass = asLogin.body.verify;
      expect([await consume(pass), await consume(pass, { unverified: true })]).toEqual([false, true]);
      expect(await consume(pass, { unverified: true })).toBe(false);
      // Nobody else waits for the same time-out, and the page of a login still has all it needs.
      expect((await issue({ purpose: 'login' }, person)).type).toBe('local');
      expect((await app.http('GET', '/open/login')).status).toBe(200);
      expect(fake.requests.length).toBe(trouble === 'silent' ? 2 : 0);
    },
  );

  it('leaves the own slider to a browser that its script does not reach', async () => {
    expect((await issue({ type: 'local' })).type).toBe('local');
    expect((await app.http('GET', '/open/geetest', { query: { type: 'none' } })).status).toBe(422);
  });
});

describe('Geetest 3', () => {
  beforeEach(() => select(geetest3Settings));

  it('registers a challenge and confirms its solution, lengthened or not, once', async () => {
    const issued = await issue();
    expect(issued).toMatchObject({ type: 'geetest3', gt: vectors.v3.id, success: 1, new_captcha: true });
    expect(issued.challenge).toMatch(/^[0-9a-f]{32}$/);
    expect((await solve(issued.challenge, fake.solve3(`${issued.challenge}7k`))).status).toBe(200);
    expect(await codeOf(issued.challenge, fake.solve3(issued.challenge))).toBe('auth.captcha_expired');
    const [one, two] = [await issue(), await issue()];
    expect(await codeOf(one.challenge, fake.solve3(two.challenge))).toBe('auth.captcha_failed');
    const solution = fake.solve3(two.challenge);
    expect(await codeOf(two.challenge, { ...solution, geetest_seccode: 'forged' })).toBe('auth.captcha_failed');
  });

  it('never accepts the forgeable answer of the offline mode for a challenge issued by the vendor', async () => {
    await select({ ...geetest3Settings, geetest_fail_mode: 'open' });
    const { challenge } = await issue({ purpose: 'login' });
    const { createHash } = await import('node:crypto');
    const validate = createHash('md5').update(challenge).digest('hex');
    const forged = { geetest_challenge: challenge, geetest_validate: validate, geetest_seccode: `${validate}|jordan` };
    fake.set({ trouble: 'busy' });
    expect(await codeOf(challenge, forged)).toBe('auth.captcha_failed');
  });

  it('asks the vendor’s status once in ten seconds and issues the own slider meanwhile', async () => {
    fake.set({ is_bypassed: true });
    expect([(await issue()).type, (await issue()).type]).toEqual(['local', 'local']);
    expect(fake.requests.map(({ url }) => url.pathname)).toEqual(['/v1/bypass_status.php']);
    fake.set({ is_bypassed: false });
    app.clock.advance(11_000);
    expect((await issue()).type).toBe('geetest3');
  });

  it('offers its offline mode for logins only, and only where the school wants it', async () => {
    await select({ ...geetest3Settings, geetest_fail_mode: 'open' });
    fake.set({ trouble: 'hang_up' });
    expect((await issue()).type).toBe('local');
    const { challenge, success } = await issue({ purpose: 'login' });
    expect([success, challenge.length]).toEqual([0, 34]);
    const { createHash } = await import('node:crypto');
    const validate = createHash('md5').update(challenge).digest('hex');
    const answer = { geetest_challenge: challenge, geetest_validate: validate, geetest_seccode: `${validate}|jordan` };
    const { body } = await solve(challenge, answer);
    expect([await consume(body.verify), await consume(body.verify, { unverified: true })]).toEqual([false, true]);
  });

  it('gives way to the own slider when the id is unknown or the account incomplete', async () => {
    await select({ ...geetest3Settings, geetest_id: 'unknown' });
    expect((await issue()).type).toBe('local');
  });
});

describe('the test in the settings', () => {
  const test = async () =>
    (await app.http('POST', '/admin/configs/test', { as: admin, body: { group: 'captcha' } })).body;

  it.each([
    ['the right account of version 4', geetest4Settings, 'passed', '极验已响应'],
    ['a wrong key of version 4', { ...geetest4Settings, geetest_key: 'wrong' }, 'failed', '-50005'],
    ['the right account of version 3', geetest3Settings, 'passed', '极验已响应'],
    ['a wrong id of version 3', { ...geetest3Settings, geetest_id: 'wrong' }, 'failed', '没有登记这个 ID'],
    ['no vendor', { captcha_driver: 'local' }, 'local', '自带滑块'],
  ])('judges %s', async (_name, values, state, words) => {
    await select(values);
    const result = await test();
    expect([result.state, `${result.title} ${result.text}`]).toEqual([state, expect.stringContaining(words)]);
  });

  it('says that the vendor cannot be reached', async () => {
    await select(geetest4Settings);
    fake.set({ trouble: 'hang_up' });
    expect(await test()).toMatchObject({ state: 'failed', text: expect.stringContaining('无法连接') });
  });
});
