import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTencentSpeech, tencentSpeechSettings } from '../../../test/fakes/speech/tencent-speech.ts';
import { mp3Of } from '../../../test/fakes/speech/tone.ts';
import { createCatalog, defaultOf, type SettingFields } from '../../core/settings/setting-fields.ts';
import type { SettingStore } from '../../core/settings/settings.ts';
import { capabilityFields, selectedProviders } from '../provider.ts';
import { speechCapability } from './capability.ts';
import { detectSound } from './sound-type.ts';
import { splitText } from './tencent/split-text.ts';
import type { SpeechVendor } from './vendor.ts';

const now = new Date('2026-01-15T08:00:00Z');
let minutesAhead = 0;
/** Patient, unless nothing will come. */
let timeoutMs = 60_000;
let values: Record<string, unknown> = {};
const settings = {
  catalog: createCatalog({ speech: capabilityFields(speechCapability) }),
  read: async (fields: SettingFields) =>
    Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, values[key] ?? defaultOf(field)])),
} as unknown as SettingStore;

async function makeVendor(): Promise<SpeechVendor> {
  const clock = (): Date => new Date(now.getTime() + minutesAhead * 60_000);
  const deps = { clock, nonce: () => 's-1', timeout_ms: timeoutMs };
  const [vendor] = (await selectedProviders(speechCapability, { settings, deps })) ?? [];
  if (!vendor) throw new Error('no vendor is complete');
  return vendor;
}

describe('Tencent Cloud', () => {
  let fake: Awaited<ReturnType<typeof startTencentSpeech>>;
  beforeAll(async () => {
    fake = await startTencentSpeech(() => now);
    values = { ...tencentSpeechSettings, speech_tencent_base: fake.base };
  });
  afterAll(() => fake.close());
  const codeOf = async (work: () => Promise<unknown>) => {
    const error: unknown = await work().catch((cause: unknown) => cause);
    return error instanceof Error ? error.message : error;
  };

  it('speaks by a signed request', async () => {
    const vendor = await makeVendor();
    const { bytes, id } = await vendor.speak({ text: 'Hello, nice to meet you.', voice: vendor.voice });
    expect(fake.seen.at(-1)).toEqual({
      Text: 'Hello, nice to meet you.',
      SessionId: 's-1',
      VoiceType: 101_050,
      Codec: 'mp3',
    });
    expect([detectSound(bytes)?.ext, Buffer.compare(Buffer.from(bytes), mp3Of(5)), id]).toEqual(['mp3', 0, 'tts-1']);
  });

  it('speaks a long text in parts, joined to one sound', async () => {
    const vendor = await makeVendor();
    const text = 'I like to read books in the evening. '.repeat(30).trim();
    const before = fake.seen.length;
    const { bytes } = await vendor.speak({ text, voice: '101001' });
    const parts = fake.seen.slice(before).map((one) => one.Text);
    expect(parts.length).toBe(3);
    expect(parts.join(' ')).toBe(text);
    expect(parts.every((part) => part.endsWith('.'))).toBe(true);
    // One tag, at the beginning.
    expect(bytes.length).toBe(mp3Of(240).length);
    expect(Buffer.from(bytes).lastIndexOf('ID3')).toBe(0);
  });

  it('names why it refuses', async () => {
    const vendor = await makeVendor();
    const speak = (voice = '101050') => codeOf(() => vendor.speak({ text: 'Hello.', voice }));
    expect(await speak('coral')).toBe('rejected: unknown_voice');
    expect(await speak('7')).toBe('rejected: InvalidParameterValue.VoiceType');
    fake.set({ refuse_as: 'RequestLimitExceeded' });
    expect(await speak()).toBe('rate_limited: RequestLimitExceeded');
    fake.set({ refuse_as: 'UnauthorizedOperation.CamNoAuth' });
    expect(await speak()).toBe('unauthorized: UnauthorizedOperation.CamNoAuth');
    for (const [trouble, reason] of [
      ['html', 'bad_response'],
      ['busy', 'unavailable'],
      ['hang_up', 'unavailable: network'],
      ['half', 'unavailable: network'],
      ['truncated', 'bad_response'],
    ] as const) {
      fake.set({ refuse_as: '', trouble });
      expect(await speak()).toBe(reason);
    }
    fake.set({ trouble: 'silent' });
    timeoutMs = 50;
    const impatient = await makeVendor();
    timeoutMs = 60_000;
    expect(await codeOf(() => impatient.speak({ text: 'Hello.', voice: '101050' }))).toBe('unavailable: timeout');
    fake.set({ trouble: 'none' });
    minutesAhead = 6;
    expect(await speak()).toBe('unauthorized: clock_skewed');
    minutesAhead = 0;
    values = { ...values, speech_tencent_secret_key: 'wrong' };
    const stranger = await makeVendor();
    expect(await codeOf(() => stranger.speak({ text: 'Hello.', voice: '101050' }))).toContain('unauthorized');
  });
});

describe('a text in parts', () => {
  it('is cut at ends of sentences, else between words, else anywhere', () => {
    expect(splitText(' One. ')).toEqual(['One.']);
    expect(splitText('')).toEqual([]);
    const words = 'word '.repeat(150).trim();
    expect(splitText(words).map((part) => part.length)).toEqual([499, 249]);
    expect(splitText('a'.repeat(1100)).map((part) => part.length)).toEqual([500, 500, 100]);
    expect(splitText('今天天气很好。'.repeat(40)).map((part) => part.length)).toEqual([147, 133]);
  });
});
