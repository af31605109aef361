import { describe, expect, it } from 'vitest';
import { objectPath, signPrivateUrl, verifyPrivateUrl } from './signed-url.ts';
import { makeTestStorage, NOW_SEC } from './local/test-storage.ts';
import vectors from '../../../test/fakes/vectors/qiniu.json' with { type: 'json' };

const keys = { access_key: vectors.accessKey, secret_key: vectors.secretKey };

it('signs as the vendor does', () => {
  const { url, stringToSign, deadline } = vectors.privateDownload;
  expect(signPrivateUrl(stringToSign.replace(/\?e=.*/, ''), deadline, keys)).toBe(url);
});

describe('a signed address', () => {
  const key = '2026/01/lesson.mp4';
  const url = signPrivateUrl(objectPath('/uploads', key, { m: '42', l: '7' }), NOW_SEC + 60, keys);
  const verify = (address: string, nowSec = NOW_SEC) =>
    verifyPrivateUrl(address, { public_path: '/uploads', keys, now_sec: nowSec });

  it('returns its key and its parameters', () => {
    expect(verify(url)).toEqual({ ok: true, key, params: { m: '42', l: '7' } });
  });

  it('is the same when a proxy escapes it', () => {
    const at = url.indexOf('token=') + 6;
    expect(verify(url.slice(0, at) + encodeURIComponent(url.slice(at)))).toMatchObject({ ok: true });
  });

  it('expires at its deadline', () => {
    expect(verify(url, NOW_SEC + 59)).toMatchObject({ ok: true });
    expect(verify(url, NOW_SEC + 60)).toEqual({ ok: false, reason: 'expired' });
  });

  it.each<[string, string, string]>([
    ['another member', url.replace('m=42', 'm=43'), 'bad_signature'],
    ['no member', url.replace('m=42&', ''), 'bad_signature'],
    ['another lesson', url.replace('l=7', 'l=8'), 'bad_signature'],
    ['another file', url.replace('lesson.mp4', 'other.mp4'), 'bad_signature'],
    ['a later end', url.replace(/e=\d+/, `e=${NOW_SEC + 999_999}`), 'bad_signature'],
    ['something after the token', `${url}&m=43`, 'bad_signature'],
    ['a second token', `${url}&token=x`, 'bad_signature'],
    ['no token', url.replace(/&token=.*/, ''), 'unsigned'],
    ['an empty token', url.replace(/token=.*/, 'token='), 'bad_signature'],
    [
      'another key pair',
      signPrivateUrl(objectPath('/uploads', key), NOW_SEC + 60, { ...keys, secret_key: 'x' }),
      'bad_signature',
    ],
    ['our signature on another path', signPrivateUrl('/elsewhere/a.mp4', NOW_SEC + 60, keys), 'bad_key'],
    [
      'our signature on a climbing key',
      signPrivateUrl('/uploads/..%2f..%2fetc%2fpasswd', NOW_SEC + 60, keys),
      'bad_key',
    ],
    ['a full address', `http://local${url}`, 'bad_signature'],
  ])('does not open with %s', (_name, address, reason) => {
    expect(verify(address)).toEqual({ ok: false, reason });
  });
});

it('the storage signs what it verifies', async () => {
  const { storage, pass } = await makeTestStorage();
  const url = storage.signedUrl('2026/01/a.mp4', {
    expires_at: new Date((NOW_SEC + 10) * 1000),
    params: { m: '学员 1&e=9' },
  });
  expect(storage.verifySignedUrl(url)).toEqual({ ok: true, key: '2026/01/a.mp4', params: { m: '学员 1&e=9' } });
  pass(10);
  expect(storage.verifySignedUrl(url)).toEqual({ ok: false, reason: 'expired' });
});
