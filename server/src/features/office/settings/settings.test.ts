import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminPassword, startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { makePerson } from '../../../../test/client.ts';
import { consoleTokenOf } from '../../../http/console-token.ts';
import { publicSettings } from '../../../core/settings/school-settings.ts';

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

const save = (values: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  app.http('PUT', '/admin/configs', { as: admin, body: { values, ...more } });
async function settingOf(key: string) {
  const { body } = await app.http('GET', '/admin/configs', { as: admin });
  return body.settings.find((one: { key: string }) => one.key === key);
}
const history = async (key: string) =>
  (await app.http('GET', '/admin/configs/history', { as: admin, query: { key } })).body.data;
const clientConfig = async () => (await app.http('GET', '/open/config', {})).body;

describe('settings', () => {
  it('takes effect at once, records who changed what, and rolls back', async () => {
    expect((await save({ school_name: '青云书院', page_gray: 1 })).body.changed).toEqual(['school_name', 'page_gray']);
    expect(await clientConfig()).toMatchObject({ name: '青云书院', page_gray: 1 });
    expect((await save({ school_name: '青云书院' })).body.changed).toEqual([]);
    const [latest, first] = await history('school_name');
    expect(latest).toMatchObject({ value: '青云书院', state: 'value', operator: '超级管理员' });
    expect(first).toMatchObject({ state: 'default', value: null });
    await app.http('POST', '/admin/configs/rollback', { as: admin, body: { id: first.id } });
    expect(await settingOf('school_name')).toMatchObject({ value: '开课', is_set: false });
    expect(await history('school_name')).toHaveLength(3);
    await expect(sql`delete from config_changes`.execute(app.ctx.db)).rejects.toThrow('append-only');
  });

  it('begins with the default theme, keeps the school’s choice, and restores the default', async () => {
    expect([(await settingOf('theme')).value, (await clientConfig()).theme]).toEqual(['primary', 'primary']);
    for (const theme of ['blue', 'red', 'primary']) {
      expect((await save({ theme })).body.changed).toEqual(['theme']);
      await expect.poll(async () => (await clientConfig()).theme).toBe(theme);
    }
  });

  it('never returns a secret: not in the page, its history or the log, and stores it encrypted', async () => {
    await save({ ai_callback_secret: 'whsec_first' });
    await save({ ai_callback_secret: 'whsec_second' });
    const setting = await settingOf('ai_callback_secret');
    expect(setting).toMatchObject({ value: null, default_value: null, is_set: true });
    const changes = await history('ai_callback_secret');
    expect(changes.map((change: { state: string; value: unknown }) => [change.state, change.value])).toEqual([
      ['secret', null],
      ['secret', null],
      ['default', null],
    ]);
    const { rows } = await sql<{
      all: string;
    }>`select string_agg(t::text, '') as all from (select c::text as t from configs c union all select h::text from config_changes h
      union all select l::text from logs l) x`.execute(app.ctx.db);
    expect(rows[0]?.all).not.toMatch(/whsec_/);
    await app.http('POST', '/admin/configs/rollback', { as: admin, body: { id: changes[1].id } });
    await expect.poll(() => app.ctx.settings.get('ai_callback_secret')).toBe('whsec_first');
    await save({ ai_callback_secret: '' });
    expect(await settingOf('ai_callback_secret')).toMatchObject({ is_set: false });
  });

  it('applies its rules, all or nothing', async () => {
    for (const [values, field] of [
      [{ school_name: '' }, 'school_name'],
      [{ school_name: '好', import_per_page: 5000 }, 'import_per_page'],
      [{ theme: 'pink' }, 'theme'],
      [{ mail_driver: 'smtp' }, 'mail_host'],
      [{ sms_driver: 'aliyun' }, 'sms_sign'],
      [{ sms_driver: 'nobody' }, 'sms_driver'],
      [{ mail_driver: 'smtp', mail_host: 'mail.example.com', mail_from: 'a@example.com', mail_port: 0 }, 'mail_port'],
      [{ automation_redirects: ['javascript:alert(1)'] }, 'automation_redirects'],
      [{ no_such_key: 1 }, 'no_such_key'],
    ] as const) {
      const { status, body } = await save(values);
      expect([status, Object.keys(body.errors ?? {})], field).toEqual([422, expect.arrayContaining([field])]);
    }
    expect((await settingOf('school_name')).value).toBe('开课');
  });

  it('requires the account of the selected provider and of the one that takes over, and of no other', async () => {
    const account = {
      sms_access_key_id: 'id',
      sms_access_key_secret: 'secret',
      sms_sign: '测试',
      sms_template_verify: 'SMS_1',
    };
    const incomplete = await save({ sms_driver: 'aliyun', ...account, sms_sign: '' });
    expect([incomplete.status, Object.keys(incomplete.body.errors)]).toEqual([422, ['sms_sign']]);
    expect((await save({ sms_driver: 'aliyun', ...account })).status).toBe(200);
    const second = await save({ sms_fallback: 'tencent' });
    expect([second.status, Object.keys(second.body.errors)]).toEqual([
      422,
      [
        'tencent_secret_id',
        'tencent_secret_key',
        'tencent_sms_appid',
        'tencent_sms_sign',
        'tencent_sms_template_verify',
      ],
    ]);
    const reset = Object.fromEntries(['sms_driver', ...Object.keys(account)].map((key) => [key, null]));
    expect((await save(reset)).status).toBe(200);
  });

  it('refuses to overwrite a concurrent change', async () => {
    const { version } = await settingOf('agreement_title');
    expect((await save({ agreement_title: '协议一' }, { versions: { agreement_title: version } })).status).toBe(200);
    const stale = await save({ agreement_title: '协议二' }, { versions: { agreement_title: version } });
    expect([stale.status, stale.body.code, stale.body.current]).toEqual([
      409,
      'record.stale',
      { agreement_title: '协议一' },
    ]);
  });

  it('sends a test message to the actor and returns the result', async () => {
    const test = (group: string) => app.http('POST', '/admin/configs/test', { as: admin, body: { group } });
    await app.ctx.db
      .updateTable('users')
      .set({ email: null, mobile_phone: null })
      .where('id', '=', admin.user_id)
      .execute();
    expect((await test('mail')).body.code).toBe('config.no_receiver');
    await app.ctx.db
      .updateTable('users')
      .set({ email: 'me@example.com', mobile_phone: '13800130000' })
      .where('id', '=', admin.user_id)
      .execute();
    expect((await test('mail')).body).toMatchObject({
      state: 'local',
      title: expect.stringContaining('发件箱'),
    });
    expect(app.sent.mail.at(-1)?.to).toBe('me@example.com');
    expect((await test('sms')).body).toMatchObject({
      state: 'failed',
      text: expect.stringContaining('mobile_illegal'),
    });
  });

  it('is closed to agencies and administrators without the permission', async () => {
    const reader = await app.person.adminWith(['admin.configs.list']);
    expect((await app.http('GET', '/admin/configs', { as: reader })).status).toBe(200);
    expect(
      (await app.http('PUT', '/admin/configs', { as: reader, body: { values: { school_name: '别的' } } })).status,
    ).toBe(403);
    const agent = await app.person.adminWith(['admin.configs.list', 'admin.configs.update'], {
      data_scope: 'own_agency',
    });
    expect((await app.http('GET', '/admin/configs', { as: agent })).status).toBe(403);
  });

  it('shows visitors only what the allow-list names', async () => {
    await save({ support_phone: '400-800-1234', wxpay_mchid: '1900000001' });
    await expect.poll(async () => (await clientConfig()).support.phone).toBe('400-800-1234');
    expect(JSON.stringify(await clientConfig())).not.toContain('1900000001');
    const { fields } = app.ctx.settings.catalog;
    for (const key of publicSettings) expect(fields[key]?.kind, key).toMatch(/^(?!password)./);
  });
});

describe('the statistics script', () => {
  it('must come from a known service', async () => {
    const refused = await save({ statistics_url: 'https://evil.example/x.js' });
    expect([refused.status, refused.body.code, Object.keys(refused.body.errors)]).toEqual([
      422,
      'config.statistics_host',
      ['statistics_url'],
    ]);
    expect((await save({ statistics_url: 'https://hm.baidu.com/hm.js?abc' })).status).toBe(200);
    expect((await save({ statistics_url: '' })).status).toBe(200);
  });
});

describe('the common password', () => {
  const logIn = (to: TestApp, password: string, { mark = '', headers = {} } = {}) => {
    const as = { ...makePerson(), ip: '127.0.0.1' };
    if (mark) as.cookies.set('kaike_console', mark);
    return to.http('POST', '/open/login', { as, headers, body: { username: 'admin', password } });
  };

  it('exists, is empty, and opens nothing outside the local environment', async () => {
    const rows = await app.ctx.db
      .selectFrom('configs')
      .select(['value', 'is_secret'])
      .where('key', '=', 'common_password')
      .execute();
    expect(rows).toEqual([{ value: '', is_secret: true }]);
    await save({ common_password: 'one-for-all-1' });
    await expect.poll(() => app.ctx.settings.get('common_password')).toBe('one-for-all-1');
    expect((await logIn(app, 'one-for-all-1', { mark: consoleTokenOf(app.ctx.secrets) })).status).toBe(422);
  });

  it('opens an account in a browser that knows the console of a local environment, and leaves its own password alone', async () => {
    const local = await startTestApp({ config: { env: 'local' } });
    const boss = await local.person.admin();
    await local.http('PUT', '/admin/configs', { as: boss, body: { values: { common_password: 'one-for-all-1' } } });
    await expect.poll(() => local.ctx.settings.get('common_password')).toBe('one-for-all-1');
    const mark = consoleTokenOf(local.ctx.secrets);
    expect((await logIn(local, 'one-for-all-1', { mark })).status).toBe(200);
    expect((await logIn(local, adminPassword)).status).toBe(200);
    // As a proxy on this machine sends it that adds no header.
    expect((await logIn(local, 'one-for-all-1')).status).toBe(422);
    expect((await logIn(local, 'one-for-all-1', { mark: 'A'.repeat(32) })).status).toBe(422);
    await local.close();
  });
});
