import { afterEach, describe, expect, it } from 'vitest';
import { aliyunModerationSettings, startAliyunGreen } from '../../../test/fakes/moderation/aliyun-green.ts';
import { moderationSettings, startModerationVendor } from '../../../test/fakes/moderation/moderation-vendor.ts';
import { startTencentTms, tencentModerationSettings } from '../../../test/fakes/moderation/tencent-tms.ts';
import { createCatalog, defaultOf, type SettingFields } from '../../core/settings/setting-fields.ts';
import type { SettingStore } from '../../core/settings/settings.ts';
import { capabilityFields, selectedProviders } from '../provider.ts';
import { moderationCapability } from './capability.ts';
import type { ModerationVendor } from './vendor.ts';

const now = new Date('2026-01-15T08:00:00Z');
let [minutesAhead, nonces] = [0, 0];
let values: Record<string, unknown> = {};
const settings = {
  catalog: createCatalog({ moderation: capabilityFields(moderationCapability) }),
  read: async (fields: SettingFields) =>
    Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, values[key] ?? defaultOf(field)])),
} as unknown as SettingStore;

/** Patient, unless nothing will come. */
let timeoutMs = 30_000;
const withShortTimeouts = async (work: () => Promise<string>): Promise<string> => {
  timeoutMs = 50;
  return work().finally(() => {
    timeoutMs = 30_000;
  });
};

async function makeVendor(): Promise<ModerationVendor> {
  const clock = (): Date => new Date(now.getTime() + minutesAhead * 60_000);
  const deps = { clock, nonce: () => `n-${(nonces += 1)}`, timeout_ms: timeoutMs, wait: () => Promise.resolve() };
  const [vendor] = (await selectedProviders(moderationCapability, { settings, deps })) ?? [];
  if (!vendor) throw new Error('no vendor is complete');
  return vendor;
}

/** What the vendor says of a text: its verdict and label, or why it said nothing. */
async function judge(text: string, direction: 'input' | 'output' = 'input'): Promise<string> {
  const vendor = await makeVendor();
  return vendor.judge({ text, direction }).then(
    ({ verdict, label }) => (verdict === 'pass' ? verdict : `${verdict} ${label}`),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}
afterEach(() => {
  minutesAhead = 0;
});

describe('the interface of OpenAI', () => {
  it('is read as OpenAI and as Zhipu answer, and a failure is named', async () => {
    const fake = await startModerationVendor();
    const use = (model: string): void => {
      values = { ...moderationSettings, moderation_base: fake.base, moderation_own_model: model };
    };
    use('ok');
    expect(await judge('I like tea, 你好')).toBe('pass');
    expect(await judge('an orchid')).toBe('block sexual');
    expect(await judge('hopeless')).toBe('block self_harm');
    expect(await judge('a volcano')).toBe('block service');
    expect(fake.seen[0]).toEqual({ model: 'ok', input: 'I like tea, 你好' });
    use('moderation');
    expect(await judge('I like tea')).toBe('pass');
    expect(await judge('a tulip')).toBe('review service');
    expect(await judge('an orchid')).toBe('block service');
    for (const [model, reason] of [
      ['402', 'quota_exhausted: insufficient_quota'],
      ['429', 'rate_limited: rate_limit_exceeded'],
      ['503', 'unavailable: overloaded'],
      ['cut', 'bad_response: cut'],
      ['html', 'bad_response: no_verdict'],
      ['unclear', 'bad_response: no_verdict'],
      ['gone', 'config_invalid: model_not_found'],
    ] as const) {
      use(model);
      expect(await judge('I like tea')).toBe(reason);
    }
    use('stall');
    expect(await withShortTimeouts(() => judge('I like tea'))).toBe('unavailable: timeout');
    values = { ...values, moderation_own_key: 'wrong' };
    expect(await judge('I like tea')).toBe('unauthorized: invalid_api_key');
    await fake.close();
  });
});

describe('Tencent Cloud', () => {
  it('judges by a signed request, and names why it refuses', async () => {
    const fake = await startTencentTms(() => now);
    values = { ...tencentModerationSettings, moderation_tencent_base: fake.base };
    expect(await judge('I like tea, 你好')).toBe('pass');
    expect(await judge('a tulip')).toBe('review service');
    expect(await judge('an orchid')).toBe('block sexual');
    values = { ...values, moderation_biz_type: 'school_1' };
    expect(await judge('a volcano')).toBe('block service');
    expect(fake.seen.at(0)).toEqual({ text: 'I like tea, 你好', biz_type: null });
    expect(fake.seen.at(-1)).toEqual({ text: 'a volcano', biz_type: 'school_1' });
    for (const [refusal, reason] of [
      ['RequestLimitExceeded', 'rate_limited: RequestLimitExceeded'],
      ['InternalError.ErrTextTimeOut', 'unavailable: InternalError.ErrTextTimeOut'],
      ['UnauthorizedOperation.Unauthorized', 'unauthorized: UnauthorizedOperation.Unauthorized'],
    ] as const) {
      fake.set({ refuse_as: refusal });
      expect(await judge('I like tea')).toBe(reason);
    }
    for (const [trouble, reason] of [
      ['html', 'bad_response'],
      ['busy', 'unavailable'],
      ['hang_up', 'unavailable: network'],
      ['half', 'unavailable: network'],
      ['truncated', 'bad_response'],
    ] as const) {
      fake.set({ refuse_as: '', trouble });
      expect(await judge('I like tea')).toBe(reason);
    }
    fake.set({ trouble: 'silent' });
    expect(await withShortTimeouts(() => judge('I like tea'))).toBe('unavailable: timeout');
    fake.set({ trouble: 'none' });
    minutesAhead = 6;
    expect(await judge('I like tea')).toBe('unauthorized: clock_skewed');
    minutesAhead = 0;
    values = { ...values, moderation_secret_key: 'wrong' };
    expect(await judge('I like tea')).toContain('unauthorized: AuthFailure');
    await fake.close();
  });
});

describe('Aliyun', () => {
  it('judges by a signed form with the service of the direction, and names why it refuses', async () => {
    const fake = await startAliyunGreen(() => now);
    values = { ...aliyunModerationSettings, moderation_aliyun_base: fake.base };
    expect(await judge("It's tea (green)! 你好*~")).toBe('pass');
    expect(await judge('hopeless')).toBe('pass');
    expect(await judge('a tulip', 'output')).toBe('review service');
    expect(await judge('an orchid')).toBe('block sexual');
    expect(fake.seen.slice(0, 3)).toEqual([
      { service: 'llm_query_moderation', text: "It's tea (green)! 你好*~" },
      { service: 'llm_query_moderation', text: 'hopeless' },
      { service: 'llm_response_moderation', text: 'a tulip' },
    ]);
    for (const [refusal, reason] of [
      ['400', 'rejected: 400'],
      ['500', 'unavailable: 500'],
      ['588', 'rate_limited: 588'],
      ['596', 'unauthorized: 596'],
      ['Throttling.User', 'rate_limited: Throttling.User'],
    ] as const) {
      fake.set({ refuse_as: refusal });
      expect(await judge('I like tea')).toBe(reason);
    }
    for (const [trouble, reason] of [
      ['html', 'bad_response'],
      ['busy', 'unavailable'],
      ['hang_up', 'unavailable: network'],
      ['half', 'unavailable: network'],
      ['truncated', 'bad_response'],
    ] as const) {
      fake.set({ refuse_as: '', trouble });
      expect(await judge('I like tea')).toBe(reason);
    }
    fake.set({ trouble: 'silent' });
    expect(await withShortTimeouts(() => judge('I like tea'))).toBe('unavailable: timeout');
    fake.set({ trouble: 'none' });
    minutesAhead = 16;
    expect(await judge('I like tea')).toBe('unauthorized: clock_skewed');
    minutesAhead = 0;
    values = { ...values, moderation_access_key_secret: 'wrong' };
    expect(await judge('I like tea')).toBe('unauthorized: SignatureDoesNotMatch');
    await fake.close();
  });
});
