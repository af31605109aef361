import { afterEach, expect, it } from 'vitest';
import { aliyunTranslationSettings, startAliyunMt } from '../../../test/fakes/translation/aliyun-mt.ts';
import { startTencentTmt, tencentTranslationSettings } from '../../../test/fakes/translation/tencent-tmt.ts';
import aliyun from '../../../test/fakes/vectors/aliyun-acs3-hmac-sha256.json' with { type: 'json' };
import tencent from '../../../test/fakes/vectors/tencent-tc3.json' with { type: 'json' };
import { createCatalog, defaultOf, type SettingFields } from '../../core/settings/setting-fields.ts';
import type { SettingStore } from '../../core/settings/settings.ts';
import { capabilityFields, selectedProviders } from '../provider.ts';
import { translationCapability } from './capability.ts';
import type { TranslationVendor } from './vendor.ts';

const now = new Date('2026-01-15T08:00:00Z');
let [minutesAhead, nonces] = [0, 0];
/** Patient, unless nothing will come. */
let timeoutMs = 30_000;
let values: Record<string, unknown> = {};
const settings = {
  catalog: createCatalog({ translation: capabilityFields(translationCapability) }),
  read: async (fields: SettingFields) =>
    Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, values[key] ?? defaultOf(field)])),
} as unknown as SettingStore;

async function makeVendor(): Promise<TranslationVendor> {
  const clock = (): Date => new Date(now.getTime() + minutesAhead * 60_000);
  const deps = { clock, nonce: () => `n-${(nonces += 1)}`, timeout_ms: timeoutMs };
  const [vendor] = (await selectedProviders(translationCapability, { settings, deps })) ?? [];
  if (!vendor) throw new Error('no vendor is complete');
  return vendor;
}

/** The translation, or why there is none. */
async function translate(text = 'Nice to meet you!', language = 'en'): Promise<string> {
  const vendor = await makeVendor();
  return vendor.translate({ text, language }).then(
    (answer) => answer.text,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}
afterEach(() => {
  minutesAhead = 0;
  timeoutMs = 30_000;
});

it('Tencent Cloud translates by a signed request, and names why it refuses', async () => {
  const fake = await startTencentTmt(() => now);
  values = { ...tencentTranslationSettings, translation_tencent_base: fake.base };
  expect(await translate()).toBe('译文：Nice to meet you!');
  expect(fake.requests[0]?.body).toBe(tencent.cases.find(({ service }) => service === 'tmt')?.body);
  expect(await translate('Bonjour', 'xx')).toBe('rejected: UnsupportedOperation.UnsupportedLanguage');
  for (const [refusal, reason] of [
    ['RequestLimitExceeded', 'rate_limited: RequestLimitExceeded'],
    ['InternalError.BackendTimeout', 'unavailable: InternalError.BackendTimeout'],
    ['FailedOperation.NoFreeAmount', 'quota_exhausted: FailedOperation.NoFreeAmount'],
  ] as const) {
    fake.set({ refuse_as: refusal });
    expect(await translate()).toBe(reason);
  }
  for (const [trouble, reason] of [
    ['html', 'bad_response'],
    ['busy', 'unavailable'],
    ['hang_up', 'unavailable: network'],
    ['half', 'unavailable: network'],
    ['truncated', 'bad_response'],
  ] as const) {
    fake.set({ refuse_as: '', trouble });
    expect(await translate()).toBe(reason);
  }
  fake.set({ trouble: 'silent' });
  timeoutMs = 50;
  expect(await translate()).toBe('unavailable: timeout');
  fake.set({ trouble: 'none' });
  [minutesAhead, timeoutMs] = [6, 30_000];
  expect(await translate()).toBe('unauthorized: clock_skewed');
  minutesAhead = 0;
  values = { ...values, translation_secret_key: 'wrong' };
  expect(await translate()).toContain('unauthorized: AuthFailure');
  await fake.close();
});

it('Aliyun translates by a signed form, and names why it refuses', async () => {
  const fake = await startAliyunMt(() => now);
  values = { ...aliyunTranslationSettings, translation_aliyun_base: fake.base };
  expect(await translate()).toBe('译文：Nice to meet you!');
  const vector = aliyun.cases.find(({ host }) => host === 'mt.aliyuncs.com')?.body ?? '';
  expect(fake.seen[0]).toEqual(Object.fromEntries(new URLSearchParams(vector)));
  expect(await translate("It's (so) nice*~ & 100% + 你好")).toBe("译文：It's (so) nice*~ & 100% + 你好");
  expect(await translate('a'.repeat(5001))).toBe('rejected: 10008');
  fake.say('');
  expect(await translate()).toBe('bad_response: no_text');
  for (const [refusal, reason] of [
    ['10001', 'unavailable: 10001'],
    ['Throttling.User', 'rate_limited: Throttling.User'],
    ['Forbidden', 'unauthorized: Forbidden'],
  ] as const) {
    fake.set({ refuse_as: refusal });
    expect(await translate()).toBe(reason);
  }
  for (const [trouble, reason] of [
    ['html', 'bad_response'],
    ['busy', 'unavailable'],
    ['hang_up', 'unavailable: network'],
    ['half', 'unavailable: network'],
    ['truncated', 'bad_response'],
  ] as const) {
    fake.set({ refuse_as: '', trouble });
    expect(await translate()).toBe(reason);
  }
  fake.set({ trouble: 'silent' });
  timeoutMs = 50;
  expect(await translate()).toBe('unavailable: timeout');
  fake.set({ trouble: 'none' });
  [minutesAhead, timeoutMs] = [16, 30_000];
  expect(await translate()).toBe('unauthorized: clock_skewed');
  minutesAhead = 0;
  values = { ...values, translation_access_key_secret: 'wrong' };
  expect(await translate()).toBe('unauthorized: SignatureDoesNotMatch');
  await fake.close();
});
