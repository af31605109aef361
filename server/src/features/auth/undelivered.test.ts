import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeMobile } from '../../../test/factories.ts';
import { aliyunSmsSettings, startAliyunSms } from '../../../test/fakes/aliyun-sms.ts';
import type { SettingKey } from '../../core/settings/settings.ts';

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
      failing: (await app.http('GET', '/admin/configs', { as: boss })).body.failing,
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

it('the outbox counts as a sender where a page shows it', async () => {
  const local = await startTestApp({ uses_outbox: true });
  expect((await local.http('GET', '/open/config')).body.sends).toMatchObject({
    login: ['sms'],
    register: ['sms', 'mail'],
    bind: ['sms'],
  });
  await local.close();
});
