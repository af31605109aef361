import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field, KeyKind } from '@kaike/shared/kit/field';
import { rulesOf } from '@kaike/shared/kit/parse-input';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { platformCertificates } from '../../../../test/fakes/pay/wechat-certificates.ts';
import { wechatPaySettings } from '../../../../test/fakes/wechat-pay.ts';
import { capabilities, settingGroups } from '../../../adapters/setting-groups.ts';
import type { Capability } from '../../../adapters/provider.ts';
import { isSecret, type SettingFields } from '../../../core/settings/setting-fields.ts';

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

const save = (values: Record<string, unknown>) => app.http('PUT', '/admin/configs', { as: admin, body: { values } });

/** The bound of a rule of this name. */
const boundOf = (field: Field, rule: string): number | null => {
  const bound = rulesOf(field).find((one) => one.startsWith(`${rule}:`));
  return bound === undefined ? null : Number(bound.slice(rule.length + 1));
};

/** Texts whose form a rule prescribes. */
const examples: Readonly<Record<string, unknown>> = {
  mail_from: '开课 <noreply@example.com>',
  wechat_notice_field: 'thing1',
  face_scene_id: '1000000001',
  speech_tencent_voice: '501001',
};

/** Keys, which are refused unless they can be what they are called. */
const keyExamples: Readonly<Record<Exclude<KeyKind, 'token'>, string>> = {
  private: wechatPaySettings.wxpay_private_key,
  public: wechatPaySettings.wxpay_public_key,
  certificates: platformCertificates.later.certificate,
};

/** What somebody would enter who follows the description of a provider; secrets as long as vendors hand them out. */
function exampleOf(key: string, field: Field): unknown {
  if (key in examples) return examples[key];
  if (field.key_kind && field.key_kind !== 'token') return keyExamples[field.key_kind];
  if (isSecret(field)) return 'k'.repeat(boundOf(field, 'length') ?? Math.min(boundOf(field, 'max') ?? 120, 120));
  if (rulesOf(field).includes('url')) return 'https://203-0-113-9.example.com/path';
  if (field.choices) return field.choices[0]?.value;
  if (field.initial !== undefined) return field.initial;
  if (field.kind === 'email') return 'care@example.com';
  if (field.kind === 'integer' || field.kind === 'decimal') return 1;
  return field.kind === 'boolean' ? true : field.kind === 'tags' ? [] : `${key}-1`;
}

const valuesOf = (fields: SettingFields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, exampleOf(key, field)]));

const providers = Object.values(capabilities).flatMap((one: Capability) =>
  one.providers.map(({ name, settings }) => ({
    title: `${one.driver} ${name}`,
    settings,
    selected: { [one.driver]: name },
    general: one.settings,
  })),
);
const groups = (['payment', 'wechat', 'other_login', 'login', 'ai'] as const).map((name) => ({
  title: name,
  settings: settingGroups[name] as SettingFields,
  selected: {},
  general: {},
}));

describe.each([...providers, ...groups])('the settings of $title', ({ settings, selected, general }) => {
  const secrets = Object.keys(settings).filter((key) => isSecret(settings[key]));
  const others = Object.keys(settings).filter((key) => !secrets.includes(key));

  it('are saved as its documents describe them, and then one of the others without the secrets', async () => {
    const values = { ...valuesOf({ ...general, ...settings }), ...selected };
    const first = await save(values);
    expect([first.status, first.body.errors]).toEqual([200, undefined]);
    for (const key of others.slice(0, 1)) {
      const again = await save({ [key]: values[key] });
      expect([key, again.status, again.body.errors]).toEqual([key, 200, undefined]);
    }
    // A placeholder that comes back stands for the secret that is stored.
    const placeholders = Object.fromEntries([...others, ...secrets].map((key) => [key, values[key]]));
    for (const key of secrets) placeholders[key] = '******';
    expect((await save(placeholders)).body.changed).toEqual([]);
  });
});

it('a secret is as long as its rules say, from the least to the most', async () => {
  await save({
    sms_driver: 'http_gateway',
    sms_gateway_url: 'https://sms.example.com/',
    sms_gateway_secret: 's'.repeat(16),
  });
  for (const [length, status] of [
    [15, 422],
    [16, 200],
    [39, 200],
    [200, 200],
    [201, 422],
  ] as const)
    expect([length, (await save({ sms_gateway_secret: 's'.repeat(length) })).status]).toEqual([length, status]);
  const short = await save({ sms_gateway_secret: 'short' });
  expect(short.body.errors.sms_gateway_secret).toEqual([expect.stringContaining('至少 16 个字')]);
  expect((await save({ sms_gateway_url: 'https://sms.example.com/other' })).body.changed).toEqual(['sms_gateway_url']);
});
