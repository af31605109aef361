import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PluginCall } from '../../../adapters/plugin-adapters.ts';
import { selectedProviders } from '../../../adapters/provider.ts';
import { smsCapability } from '../../../adapters/sms/capability.ts';
import { createChosenSms } from '../../../adapters/sms/choose-sms.ts';
import type { SmsSender } from '../../../adapters/sms/port.ts';
import { createDeliveryNotes } from '../../../adapters/http-client/delivery-notes.ts';
import { createSmsRecorder } from '../../../adapters/sms/record-sms.ts';
import type { AdminPerson } from '../../../../test/app.ts';
import { timeoutMs, startPluginTest, type PluginTest } from '../../../../test/plugins/plugin-app.ts';
import { createModeration } from '../../../adapters/moderation/create-moderation.ts';
import { createTranslation } from '../../../adapters/translation/create-translation.ts';
import { uninstallPlugin, setPluginState } from './life/change-plugin.ts';
import { callPluginAdapter } from './public.ts';

let test: PluginTest;
let app: PluginTest['app'];
let install: PluginTest['install'];
let pack: PluginTest['pack'];
let admin: AdminPerson;
let sender: SmsSender;

beforeAll(async () => {
  test = await startPluginTest();
  ({ app, install, pack } = test);
  admin = await app.person.admin();
  const { db, settings, clock, log } = app.ctx;
  const deps = { clock, nonce: () => 'nonce', callPlugin: (call: PluginCall) => callPluginAdapter(app.ctx, call) };
  // As the context makes it: tests have a fake in its place.
  sender = createChosenSms({
    local: app.ctx.adapters.sms,
    readVendors: () => selectedProviders(smsCapability, { settings, deps }),
    record: createSmsRecorder({ db, settings, clock }),
    notes: createDeliveryNotes({ db, clock }, 'sms'),
    readAccount: async () => '',
    clock,
    log,
  });
});
afterAll(() => test.close(['other', 'beside']));

const sms = {
  to: '13800138001',
  purpose: 'login',
  params: { code: '123456', minutes: '5' },
  text: '验证码 123456',
} as const;

const manifest = {
  name: { 'zh-CN': 'other', en: 'Other' },
  server: 'server.mjs',
  permissions: ['adapter.sms'],
  settings: { key: { label: { 'zh-CN': '密钥' }, kind: 'password' } },
};

/** A plugin whose adapters do as the text says. */
const code = `export const adapters = {
  'sms.send': async ({ to, purpose, text }, kaike) => {
    const { key } = await kaike.settings();
    if (text === 'full') throw kaike.fail('rate_limited', 'too many');
    if (text === 'odd') throw kaike.fail('nonsense');
    if (text === 'throws') throw new Error('no');
    if (text === 'nothing') return {};
    if (text === 'waits') await new Promise(() => undefined);
    if (text === 'ends') process.exit(1);
    return { id: [purpose, to.slice(-4), key].join(' ') };
  },
};`;

const save = (values: object) => app.http('PUT', '/admin/configs', { as: admin, body: { values } });
const settingOf = async (key: string, language = 'zh-CN') =>
  (await app.http('GET', '/admin/configs', { as: admin, headers: { language } })).body.settings.find(
    (one: { key: string }) => one.key === key,
  );
const send = (text: string) => sender.send({ ...sms, purpose: 'login', text });

describe('a plugin in the place of a service', () => {
  it('is offered beside the others once it is installed, and does the work with its own secret', async () => {
    expect((await settingOf('sms_plugin')).field.choices).toEqual([]);
    await install(pack('other', manifest, { 'server.mjs': code }));
    await app.http('PUT', '/admin/plugins/other', { as: admin, body: { settings: { key: 'sk-1' } } });
    expect((await settingOf('sms_plugin')).field).toMatchObject({
      kind: 'choice',
      choices: [{ value: 'other', key: 'other' }],
    });
    expect((await settingOf('sms_plugin', 'en')).field.choices).toEqual([{ value: 'other', key: 'Other' }]);
    expect((await settingOf('translation_plugin')).field.choices).toEqual([]);
    expect((await save({ sms_driver: 'plugin', sms_plugin: 'other' })).status).toBe(200);
    expect(await send('验证码')).toEqual({ id: 'login 8001 sk-1' });
    expect(await sender.can_deliver('notice')).toBe(true);
    const row = await app.ctx.db.selectFrom('sms_messages').select(['vendor', 'purpose']).executeTakeFirst();
    expect(row).toEqual({ vendor: 'plugin', purpose: 'login' });
  });

  it.each([
    ['says why', 'full', 'rate_limited'],
    ['says what nobody knows', 'odd', 'bad_response'],
    ['throws', 'throws', 'unavailable'],
    ['answers nothing', 'nothing', 'bad_response'],
    ['ends', 'ends', 'unavailable'],
  ])('fails as any service does when it %s', async (_name, text, failure) => {
    app.clock.advance(300_000);
    await expect(send(text)).rejects.toMatchObject({ name: 'AdapterError', code: failure });
  });

  it('is given up when it takes longer than its caller can wait', async () => {
    app.clock.advance(300_000);
    const call = { plugin: 'other', service: 'sms', input: { ...sms, text: 'waits' }, timeout_ms: 100 } as const;
    await expect(callPluginAdapter(app.ctx, call)).rejects.toMatchObject({ code: 'unavailable', reason: 'timeout' });
  });

  it('is called no longer once it is off, gone, or lacks the permission', async () => {
    app.clock.advance(300_000);
    await setPluginState(app.ctx, 'other', false);
    await expect(send('验证码')).rejects.toMatchObject({ code: 'config_invalid', reason: 'no_plugin' });
    expect((await settingOf('sms_plugin')).field.choices).toEqual([{ value: 'other', key: 'other' }]);
    await uninstallPlugin(app.ctx, 'other', true);
    await install(pack('other', { ...manifest, permissions: [] }, { 'server.mjs': code }));
    await expect(send('验证码')).rejects.toMatchObject({ code: 'config_invalid', reason: 'no_plugin' });
  });

  it('is not installed without the handler of what it asks for', async () => {
    const source = pack(
      'beside',
      { ...manifest, permissions: ['adapter.sms', 'adapter.translation'] },
      { 'server.mjs': code },
    );
    await expect(install(source)).rejects.toMatchObject({
      details: { params: { reason: 'server.mjs exports no handler for translation.translate' } },
    });
  });

  it('judges and translates in the same way', async () => {
    const judge = `export const adapters = {
      'moderation.judge': ({ text }) => ({ verdict: text === 'bad' ? 'block' : 'pass', label: 'insult', id: 'j' }),
      'translation.translate': ({ text, language }) => ({ text: language + ':' + text, id: 't' }),
    };`;
    const permissions = ['adapter.moderation', 'adapter.translation'];
    await install(pack('beside', { server: 'server.mjs', permissions }, { 'server.mjs': judge }));
    const chosen = {
      moderation_driver: 'plugin',
      moderation_plugin: 'beside',
      translation_driver: 'plugin',
      translation_plugin: 'beside',
    };
    expect((await save(chosen)).status).toBe(200);
    // As the context makes them, but for the seconds that a service may take: a busy machine needs more.
    const { adapters, db, settings, clock, log } = app.ctx;
    const deps = { db, settings, clock, log, clients: adapters.clients, nonce: () => 'nonce' };
    const services = {
      ...deps,
      callPlugin: (call: PluginCall) => callPluginAdapter(app.ctx, { ...call, timeout_ms: timeoutMs }),
    };
    const [moderation, translation] = [createModeration(services), createTranslation(services)];
    expect([await moderation.test(0), await translation.test(0)]).toEqual([{ id: 'j' }, { id: 't' }]);
  });
});

it('the page of plugins says what an adapter receives, before it is installed', async () => {
  const list = (await app.http('GET', '/admin/plugins', { as: admin })).body.plugins;
  expect(list.find(({ id }: { id: string }) => id === 'beside').permissions).toEqual([
    { name: 'adapter.moderation', text: '审核对话（会收到学员和外教的话）' },
    { name: 'adapter.translation', text: '翻译外教的话（会收到原文）' },
  ]);
});
