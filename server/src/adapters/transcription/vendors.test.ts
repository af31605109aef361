import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEars, earsKey, type Ears } from '../../../test/fakes/transcription/ears.ts';
import { speech } from '../../../test/fakes/transcription/speech.ts';
import {
  startTencentAsr,
  tencentEarsSettings,
  type TencentAsr,
} from '../../../test/fakes/transcription/tencent-asr.ts';
import type { RecordedSound } from './port.ts';
import { createCompatibleEars } from './compatible/write-speech.ts';
import { createTencentEars } from './tencent/write-speech.ts';
import { testTone } from './test-tone.ts';

const now = new Date('2026-01-15T08:00:00Z');
let ears: Ears;
let tencent: TencentAsr;
beforeAll(async () => {
  [ears, tencent] = [await startEars(), await startTencentAsr(() => now)];
});
afterAll(async () => {
  await Promise.all([ears.close(), tencent.close()]);
});

const sound: RecordedSound = { bytes: speech('A large coffee, please.'), type: 'wav', ms: 2000 };
const request = (timeout = 60_000) => ({ sound, language: 'en', timeout_ms: timeout });
const recipient = { title: 'x', is_abroad: false };
const compatible = (model: string, { key = earsKey, base = ears.base } = {}) =>
  createCompatibleEars(
    { name: 'compatible', base, key, model, recipient },
    { clock: () => now, wait: () => Promise.resolve() },
  );

describe('a compatible service', () => {
  it('hears what is said, and how sure Whisper is of it', async () => {
    expect(await compatible('ok').write(request())).toEqual({
      text: 'A large coffee, please.',
      confidence: null,
      id: 'req-ears',
    });
    expect(ears.seen.at(-1)).toMatchObject({ name: 'speech.wav', type: 'audio/wav', language: 'en', format: 'json' });
    expect((await compatible('whisper-1').write(request())).confidence).toBeCloseTo(Math.exp(-0.2));
    expect((await compatible('whisper-unsure').write(request())).confidence).toBeLessThan(0.2);
    expect((await compatible('ok').write({ ...request(), sound: testTone() })).text).toBe('A latte, please.');
  });

  it.each([
    ['429:1', 2],
    ['503:1', 2],
    ['503', 3],
    ['401', 1],
    ['reset', 1],
  ])('%s: is asked %i times, again only after it said that it is busy', async (model, times) => {
    const before = ears.seen.length;
    await compatible(model)
      .write(request())
      .catch(() => null);
    expect(ears.seen.length - before).toBe(times);
  });

  it.each([
    ['401', 'unauthorized', 'invalid_api_key'],
    ['402', 'quota_exhausted', 'status_402'],
    ['400', 'rejected', 'status_400'],
    ['404', 'config_invalid', 'status_404'],
    ['503', 'unavailable', 'status_503'],
    ['reset', 'unavailable', 'network'],
    ['html', 'bad_response', 'no_text'],
    ['bad-json', 'bad_response', 'no_text'],
    ['huge', 'bad_response', 'too_long'],
  ])('%s is %s', async (model, code, reason) => {
    await expect(compatible(model).write(request())).rejects.toMatchObject({ code, reason });
  });

  it('silence is a time-out; a wrong key and an address that must not be called are refused', async () => {
    await expect(compatible('silent').write(request(50))).rejects.toMatchObject({
      code: 'unavailable',
      reason: 'timeout',
    });
    await expect(compatible('ok', { key: 'x' }).write(request())).rejects.toMatchObject({ code: 'unauthorized' });
    const local = compatible('ok', { base: 'http://169.254.169.254/v1' });
    await expect(local.write(request())).rejects.toMatchObject({ code: 'config_invalid', reason: 'link_local' });
  });
});

describe('Tencent Cloud', () => {
  const ear = (secret: string = tencentEarsSettings.transcription_secret_key, clock = () => now) =>
    createTencentEars(
      { key: { id: tencentEarsSettings.transcription_secret_id, secret }, base: tencent.base },
      { clock },
    );

  it('hears what is said in a signed request', async () => {
    expect(await ear().write(request())).toEqual({
      text: 'A large coffee, please.',
      confidence: null,
      id: 'request-asr',
    });
  });

  it('refuses a wrong key, a wrong clock and another length', async () => {
    await expect(ear('x').write(request())).rejects.toMatchObject({
      code: 'unauthorized',
      reason: 'AuthFailure.SignatureFailure',
    });
    const late = ear(undefined, () => new Date(now.getTime() + 6 * 60_000));
    await expect(late.write(request())).rejects.toMatchObject({ reason: 'AuthFailure.SignatureExpire' });
    await expect(ear().write({ ...request(), sound: { ...sound, type: 'mp3' } })).rejects.toMatchObject({
      code: 'rejected',
    });
  });

  it.each([
    ['RequestLimitExceeded', 'rate_limited'],
    ['InternalError', 'unavailable'],
    ['FailedOperation.UserHasNoAmount', 'quota_exhausted'],
    ['UnauthorizedOperation', 'unauthorized'],
    ['FailedOperation.ErrorRecognize', 'rejected'],
  ])('%s is %s', async (reason, code) => {
    tencent.set({ refuse_as: reason });
    await expect(ear().write(request())).rejects.toMatchObject({ code, reason });
    tencent.set({ refuse_as: '' });
  });

  it.each([
    ['hang_up', 'unavailable'],
    ['busy', 'unavailable'],
    ['html', 'bad_response'],
    ['half', 'unavailable'],
    ['truncated', 'bad_response'],
  ] as const)('%s is %s, and is not asked again', async (trouble, code) => {
    tencent.set({ trouble });
    const before = tencent.requests.length;
    await expect(ear().write(request())).rejects.toMatchObject({ code });
    tencent.set({ trouble: 'none' });
    expect(tencent.requests.length - before).toBe(1);
  });
});
