import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { buildUser, makeMobile } from '../../../../test/factories.ts';
import type { SmsFake } from '../../../../test/fakes/aliyun-sms.ts';
import { smsGatewaySettings, startSmsGateway } from '../../../../test/fakes/sms/sms-gateway.ts';
import { aliyunSmsSettings, startAliyunSms } from '../../../../test/fakes/aliyun-sms.ts';
import type { SettingKey } from '../../../core/settings/settings.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ uses_outbox: true, reaches_fakes: true, config: { env: 'production' } });
});
afterAll(() => app.close());

const outbox = async (): Promise<number> => (await app.ctx.db.selectFrom('outbox').select('id').execute()).length;

describe('without a provider of text messages or mail', () => {
  it('no page offers them', async () => {
    const nothing = { login: [], register: [], reset: [], update_mobile: [], bind: [], verify: [] };
    expect((await app.http('GET', '/open/config')).body.sends).toEqual(nothing);
    expect((await app.http('GET', '/open/register')).body).toEqual({ open: false, channels: [] });
    expect((await app.http('GET', '/open/password')).body.channels).toEqual([]);
  });

  it('no code is promised, and the solved slider is not consumed', async () => {
    const verify = await app.captchaPass();
    const mobile = makeMobile();
    const tries: [string, object][] = [
      ['/open/register/send', { mobile_phone: mobile, verify }],
      ['/open/login/send', { mobile_phone: mobile, verify }],
      ['/open/forgot-password/send-sms', { username: mobile, verify }],
    ];
    for (const [path, body] of tries) {
      const reply = await app.http('POST', path, { body });
      expect([path, reply.status, reply.body.code]).toEqual([path, 409, 'sms.not_available']);
    }
    expect(
      (await app.http('POST', '/open/forgot-password/send', { body: { username: 'me@example.com', verify } })).body
        .code,
    ).toBe('mail.not_available');
    const member = await app.person.member();
    const own = await app.http('POST', '/home/send', {
      as: member,
      body: { purpose: 'update_mobile', mobile_phone: mobile, verify },
    });
    expect([own.status, own.body.code]).toEqual([409, 'sms.not_available']);
    expect(await outbox()).toBe(0);
    expect(await app.ctx.adapters.captcha.consume(app.ctx.db, verify)).toBe(true);
  });

  it('the settings show it, and a test message is not reported as sent', async () => {
    const boss = await app.person.admin();
    expect((await app.http('GET', '/admin/configs', { as: boss })).body.tests).toMatchObject({
      sms: false,
      mail: false,
    });
    await app.ctx.db
      .updateTable('users')
      .set({ mobile_phone: makeMobile(), email: 'boss@example.com' })
      .where('id', '=', Number(boss.user_id))
      .execute();
    const response = await app.http('POST', '/admin/configs/test', { as: boss, body: { group: 'sms' } });
    expect(response.body).toMatchObject({ state: 'failed', text: expect.stringContaining('没有可用的短信服务') });
    expect(await outbox()).toBe(0);
  });

  it('mail is offered as soon as a server is set', async () => {
    await app.setting('mail_driver', 'smtp');
    expect((await app.http('GET', '/open/config')).body.sends.reset).toEqual([]);
    await app.setting('mail_host', 'smtp.example.com');
    await app.setting('mail_from', 'school@example.com');
    expect((await app.http('GET', '/open/config')).body.sends).toMatchObject({
      login: [],
      register: ['mail'],
      reset: ['mail'],
      bind: [],
    });
    expect((await app.http('GET', '/open/password')).body.channels).toEqual(['mail']);
    await app.setting('register_open', false);
    expect((await app.http('GET', '/open/config')).body.sends.register).toEqual([]);
    await app.setting('register_open', true);
    await app.setting('mail_host', '');
  });

  it('a sender that is no address is refused', async () => {
    const reply = await app.http('PUT', '/admin/configs', {
      as: await app.person.admin(),
      body: { values: { mail_from: 'not an address' } },
    });
    expect([reply.status, reply.body.errors.mail_from]).toEqual([422, [expect.stringContaining('<noreply@')]]);
  });

  it('a server that takes no mail is not offered, until it took one; after that a failure only warns', async () => {
    const mailbox = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], logger: false });
    await new Promise<void>((resolve) => mailbox.listen(0, '127.0.0.1', resolve));
    const { port } = mailbox.server.address() as AddressInfo;
    const boss = await app.person.admin();
    await app.ctx.db
      .updateTable('users')
      .set({ email: 'chief@example.com' })
      .where('id', '=', Number(boss.user_id))
      .execute();
    const save = async (values: object) => {
      app.clock.advance(1000);
      expect((await app.http('PUT', '/admin/configs', { as: boss, body: { values } })).status).toBe(200);
    };
    const sendTest = async (): Promise<string> => {
      app.clock.advance(1000);
      return (await app.http('POST', '/admin/configs/test', { as: boss, body: { group: 'mail' } })).body.state;
    };
    const readState = async () => ({
      channels: (await app.http('GET', '/open/register')).body.channels,
      failing: (await app.http('GET', '/admin/configs', { as: boss })).body.failing.map(
        ({ test }: { test: string }) => test,
      ),
      todo: ((await app.http('GET', '/admin/todo', { as: boss })).body.items as { key: string }[])
        .map(({ key }) => key)
        .filter((key) => key === 'mail_failing' || key === 'no_registration'),
    });
    const server = { mail_driver: 'smtp', mail_host: '127.0.0.1', mail_from: 'school@example.com' };
    await save({ ...server, mail_port: 1 });
    expect(await readState()).toEqual({ channels: ['mail'], failing: [], todo: [] });
    expect(await sendTest()).toBe('failed');
    expect(await readState()).toEqual({ channels: [], failing: ['mail'], todo: ['no_registration', 'mail_failing'] });
    // Other settings are a fresh start.
    await save({ mail_port: port });
    expect(await readState()).toEqual({ channels: ['mail'], failing: [], todo: [] });
    expect(await sendTest()).toBe('passed');
    await new Promise<void>((resolve) => mailbox.close(() => resolve()));
    expect(await sendTest()).toBe('failed');
    expect(await readState()).toEqual({ channels: ['mail'], failing: ['mail'], todo: ['mail_failing'] });
    await save({ mail_driver: 'local' });
    expect(await readState()).toEqual({ channels: [], failing: [], todo: ['no_registration'] });
  });

  it('text messages are offered as soon as a vendor’s account is complete, and a person registers with its code', async () => {
    const vendor = await startAliyunSms(app.ctx.clock);
    const { sms_sign: sign, ...account } = aliyunSmsSettings;
    for (const [key, value] of Object.entries({ ...account, sms_aliyun_base: vendor.base }))
      await app.setting(key as SettingKey, value);
    expect((await app.http('GET', '/open/register')).body.open).toBe(false);
    await app.setting('sms_sign', sign);
    expect((await app.http('GET', '/open/register')).body.open).toBe(true);
    const mobile = makeMobile();
    const verify = await app.captchaPass();
    expect((await app.http('POST', '/open/register/send', { body: { mobile_phone: mobile, verify } })).status).toBe(
      200,
    );
    const params = vendor.sent.find(({ to }) => to === mobile)?.params as { code: string };
    const password = 'Member2026';
    const registered = await app.http('POST', '/open/register', {
      body: {
        mobile_phone: mobile,
        message_code: params.code,
        password,
        password_confirmation: password,
        agree: true,
      },
    });
    expect(registered.status).toBe(200);
    vendor.set({ refuse_as: 'isv.AMOUNT_NOT_ENOUGH' });
    const other = { mobile_phone: makeMobile(), verify: await app.captchaPass() };
    expect((await app.http('POST', '/open/register/send', { body: other })).body.code).toBe('provider.failed');
    await vendor.close();
  });
});

describe('a gateway of the school’s own', () => {
  const school: { app: TestApp; boss: AdminPerson; gateway: SmsFake } = {} as never;
  beforeAll(async () => {
    school.app = await startTestApp({ uses_outbox: true, reaches_fakes: true, config: { env: 'production' } });
    school.boss = await school.app.person.admin();
    school.gateway = await startSmsGateway(school.app.ctx.clock);
  });
  afterAll(async () => {
    await school.gateway.close();
    await school.app.close();
  });

  const save = (values: object) => school.app.http('PUT', '/admin/configs', { as: school.boss, body: { values } });
  let price = 0;
  /** The gateway as it is after a save, which is a fresh start; its address is one of this machine, which no save takes. */
  const useGateway = async (): Promise<void> => {
    for (const [key, value] of Object.entries({ ...smsGatewaySettings, sms_gateway_url: school.gateway.base }))
      await school.app.setting(key as SettingKey, value);
    school.app.clock.advance(1000);
    expect((await save({ sms_price: (price += 1) })).status).toBe(200);
    school.app.clock.advance(1000);
  };
  const send = async (path: string, mobile: string) => {
    const verify = await school.app.captchaPass();
    const body = path.includes('forgot') ? { username: mobile, verify } : { mobile_phone: mobile, verify };
    const reply = await school.app.http('POST', path, { body });
    return [reply.status, reply.body.code];
  };
  const offered = async () => (await school.app.http('GET', '/open/config')).body.sends.login;
  const todo = async () =>
    ((await school.app.http('GET', '/admin/todo', { as: school.boss })).body.items as { key: string }[])
      .map(({ key }) => key)
      .filter((key) => key === 'sms_failing');

  it('is refused when it is saved where it would be refused when it is called, with the reason at its field', async () => {
    const secret = { sms_driver: 'http_gateway', sms_gateway_secret: 'a-secret-longer-than-sixteen-characters' };
    for (const [url, reason] of [
      ['http://127.0.0.1:8192/sms', /https/],
      ['http://sms.example.com/', /https/],
      ['https://user:pass@sms.example.com/', /用户名/],
      ['https://10.1.2.3/', /内网/],
      ['https://[::1]/sms', /内网/],
      ['https://localhost/sms', /内网/],
    ] as const) {
      const refused = await save({ ...secret, sms_gateway_url: url });
      expect([url, refused.status, refused.body.errors?.sms_gateway_url]).toEqual([
        url,
        422,
        [expect.stringMatching(reason)],
      ]);
    }
    // The other addresses that the server calls, by their own rule: a storage may stand on the school's network.
    for (const [values, status] of [
      [{ wxpay_base: 'http://10.0.0.1' }, 422],
      [{ oauth_github_base: 'https://192.168.1.1' }, 422],
      [{ wechat_base: 'http://wechat.example.com' }, 422],
      [{ s3_endpoint: 'http://192.168.1.5:9000' }, 200],
      [{ s3_endpoint: 'http://169.254.169.254' }, 422],
      [{ oss_domain: 'http://cdn.example.com' }, 200],
    ] as const)
      expect([values, (await save(values)).status]).toEqual([values, status]);
  });

  it('that never worked is off after its first failure, for everybody and every purpose, and named to the school', async () => {
    await useGateway();
    const known = makeMobile();
    await buildUser(school.app.ctx, { mobile_phone: known });
    expect(await offered()).toEqual(['sms']);
    school.gateway.set({ refuse_as: '401 wrong_signature' });
    expect(await send('/open/register/send', makeMobile())).toEqual([502, 'provider.failed']);
    expect([await offered(), await todo()]).toEqual([[], ['sms_failing']]);
    for (const mobile of [known, makeMobile()])
      for (const path of ['/open/register/send', '/open/login/send', '/open/forgot-password/send-sms'])
        expect([path, ...(await send(path, mobile))]).toEqual([path, 409, 'sms.not_available']);
    school.gateway.set({ refuse_as: '' });
    await useGateway();
    expect([await offered(), await todo()]).toEqual([['sms'], []]);
  });

  it('that worked stays; while it fails nobody is told that a code was sent, and a code that was not sent does not count', async () => {
    await useGateway();
    const [known, stranger, other] = [makeMobile(), makeMobile(), makeMobile()];
    await buildUser(school.app.ctx, { mobile_phone: known });
    expect(await send('/open/register/send', makeMobile())).toEqual([200, undefined]);
    school.gateway.set({ refuse_as: '403 refused' });
    for (let time = 0; time < 2; time += 1)
      expect(await send('/open/register/send', other)).toEqual([502, 'provider.failed']);
    for (const mobile of [known, stranger])
      for (const path of ['/open/login/send', '/open/forgot-password/send-sms'])
        expect([path, ...(await send(path, mobile))]).toEqual([path, 502, 'provider.failed']);
    expect([await offered(), await todo()]).toEqual([['sms'], ['sms_failing']]);
    school.gateway.set({ refuse_as: '' });
    school.app.clock.advance(61_000);
    expect(await send('/open/register/send', other)).toEqual([200, undefined]);
    for (const mobile of [known, stranger]) expect(await send('/open/login/send', mobile)).toEqual([200, undefined]);
    expect(await todo()).toEqual([]);
  });
});

it('mail without a name is from the school', async () => {
  const received: string[] = [];
  const mailbox = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _session, done) => {
      const parts: string[] = [];
      stream.setEncoding('utf8').on('data', (part: string) => parts.push(part));
      stream.on('end', () => {
        received.push(parts.join(''));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => mailbox.listen(0, '127.0.0.1', resolve));
  const { port } = mailbox.server.address() as AddressInfo;
  const values = { mail_driver: 'smtp', mail_host: '127.0.0.1', mail_port: port, school_name: 'Green Hill' };
  for (const from of ['school@example.com', 'Office <office@example.com>']) {
    for (const [key, value] of Object.entries({ ...values, mail_from: from }))
      await app.setting(key as SettingKey, value);
    await app.ctx.adapters.mail.send({ to: 'me@example.com', subject: 's', text: 't' });
  }
  await new Promise<void>((resolve) => mailbox.close(() => resolve()));
  expect(received.map((one) => /^From: (.*)\r$/m.exec(one)?.[1])).toEqual([
    'Green Hill <school@example.com>',
    'Office <office@example.com>',
  ]);
});

it('the outbox counts as a sender where a page shows it', async () => {
  const local = await startTestApp({ uses_outbox: true });
  expect((await local.http('GET', '/open/config')).body.sends).toMatchObject({
    login: ['sms'],
    register: ['sms', 'mail'],
    bind: ['sms'],
  });
  await local.close();
});
