import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { AdapterError } from '../../../core/adapter-error.ts';
import { kodoEtag } from './etag.ts';
import { makeErrorReply } from './kodo-reply.ts';
import type { PutPolicy } from '../port.ts';
import { bodyOf, BUCKET, makeTestStorage, NOW_SEC, PNG, videoBytes } from '../test-storage.ts';

const KEY = '2026/01/photo.png';
const SCOPE: Partial<PutPolicy> = { scope: `${BUCKET}:${KEY}`, insertOnly: 1 };

describe('an upload in one form', () => {
  it('is stored, and the response has hash and key', async () => {
    const { storage, token } = await makeTestStorage();
    const { file, reply } = await storage.putForm({
      token: token(SCOPE),
      body: bodyOf(PNG),
      fname: 'C:\\我的\u0007 照片.png',
      crc32: String(crc32(PNG)),
    });
    expect(reply).toEqual({ hash: kodoEtag(PNG), key: KEY });
    expect(file).toMatchObject({ key: KEY, mime: 'image/png', size: PNG.length, name: '我的 照片.png' });
    expect(await readFile(storage.path(KEY))).toEqual(PNG);
  });

  it('overwrites only when the policy allows it', async () => {
    const { storage, token } = await makeTestStorage();
    const other = Buffer.concat([PNG, Buffer.from('x')]);
    const scope = { scope: `${BUCKET}:${KEY}` };
    await storage.putForm({ token: token(scope), body: bodyOf(PNG) });
    await storage.putForm({ token: token(scope), body: bodyOf(other) });
    expect(await readFile(storage.path(KEY))).toEqual(other);
  });

  it('refuses a used token: the same insert again, sequentially and concurrently', async () => {
    const { storage, token } = await makeTestStorage();
    const put = () => storage.putForm({ token: token(SCOPE), body: bodyOf(PNG) });
    const results = await Promise.allSettled([put(), put(), put()]);
    expect(results.filter((result) => result.status === 'fulfilled').length).toBe(1);
    await expect(put()).rejects.toMatchObject({ code: 'rejected', reason: 'file_exists', status: 614 });
    expect(await readFile(storage.path(KEY))).toEqual(PNG);
  });

  it.each<[string, Partial<PutPolicy>, object, object]>([
    ['too large', { ...SCOPE, fsizeLimit: 10 }, {}, { reason: 'too_large', status: 413 }],
    ['too small', { ...SCOPE, fsizeMin: 10_000 }, {}, { reason: 'too_small', status: 403 }],
    [
      'of no accepted type',
      { ...SCOPE, mimeLimit: 'image/jpeg;image/webp' },
      {},
      { reason: 'type_not_allowed', status: 403 },
    ],
    [
      'a page called a picture',
      SCOPE,
      { body: bodyOf(Buffer.from('<html><script>alert(1)</script></html>')) },
      { reason: 'type_not_allowed', status: 403 },
    ],
    [
      'a drawing called a picture',
      SCOPE,
      { body: bodyOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')) },
      { reason: 'type_not_allowed', status: 403 },
    ],
    ['a video called a picture', SCOPE, { body: bodyOf(videoBytes(500)) }, { reason: 'type_mismatch', status: 403 }],
    ['empty', SCOPE, { body: bodyOf(Buffer.alloc(0)) }, { reason: 'too_small', status: 403 }],
    ['altered on the way', SCOPE, { crc32: '1' }, { reason: 'checksum_mismatch', status: 406 }],
    ['for another key', SCOPE, { key: '2026/01/other.png' }, { reason: 'key_out_of_scope', status: 403 }],
    ['for a climbing key', {}, { key: '../../x.png' }, { reason: 'invalid_key', status: 400 }],
    ['for a hidden folder', {}, { key: '.parts/x.png' }, { reason: 'invalid_key', status: 400 }],
    ['for another bucket', { scope: 'other' }, {}, { reason: 'no_such_bucket', status: 631 }],
    ['late', { ...SCOPE, deadline: NOW_SEC }, {}, { reason: 'expired_token', status: 401 }],
    ['with an invented token', SCOPE, { token: 'a:b:c' }, { reason: 'bad_token', status: 401 }],
  ])('refuses a file that is %s, and stores nothing', async (_name, policy, change, expected) => {
    const { storage, token, root } = await makeTestStorage();
    await expect(storage.putForm({ token: token(policy), body: bodyOf(PNG), ...change })).rejects.toMatchObject(
      expected,
    );
    expect(await readdir(join(root, '.parts')).catch(() => [])).toEqual([]);
    await expect(storage.open(KEY, { method: 'GET' })).rejects.toMatchObject({ status: 404 });
  });
});

describe('grantUpload', () => {
  const request = { ext: 'png', size: 500, max_size: 5000, accept: ['image/*'], end_user: '7' };

  it('issues a token for one key chosen by the storage', async () => {
    const { storage } = await makeTestStorage();
    const grant = storage.grantUpload(request);
    expect(grant).toMatchObject({
      driver: 'local',
      method: 'kodo-form',
      bucket: BUCKET,
      max_size: 5000,
      expires_at: new Date((NOW_SEC + 3600) * 1000),
    });
    expect(grant.key).toMatch(/^2026\/01\/[0-9a-f]{30}\.png$/);
    const { reply } = await storage.putForm({ ...grant.fields, fname: '头像.png', body: bodyOf(PNG) });
    expect(reply).toEqual({
      key: grant.key,
      hash: kodoEtag(PNG),
      size: PNG.length,
      mime: 'image/png',
      name: '头像.png',
    });
  });

  it('uses parts for large files and allows six hours for videos', async () => {
    const { storage } = await makeTestStorage();
    const grant = storage.grantUpload({
      ...request,
      ext: 'MP4',
      size: 5_000_000,
      max_size: 9_000_000,
      accept: ['video/*'],
    });
    expect(grant).toMatchObject({ method: 'kodo-parts', expires_at: new Date((NOW_SEC + 6 * 3600) * 1000) });
  });

  it('renews the token of a key', async () => {
    const { storage } = await makeTestStorage();
    expect(storage.grantUpload({ ...request, key: KEY }).key).toBe(KEY);
  });

  it.each([
    [{ ext: 'svg' }, 'type_not_allowed'],
    [{ ext: 'mp4' }, 'type_not_allowed'],
    [{ size: 5001 }, 'too_large'],
  ])('refuses %o', async (change, reason) => {
    const { storage } = await makeTestStorage();
    expect(() => storage.grantUpload({ ...request, ...change })).toThrow(
      expect.objectContaining({ code: 'rejected', reason }),
    );
  });
});

describe('files the server stores itself', () => {
  it('get a key, and can be removed twice', async () => {
    const { storage } = await makeTestStorage();
    const { key, size, mime } = await storage.store('png', PNG);
    expect([size, mime, await readFile(storage.path(key))]).toEqual([PNG.length, 'image/png', PNG]);
    await storage.remove(key);
    await storage.remove(key);
    await expect(storage.open(key, { method: 'GET' })).rejects.toMatchObject({ status: 404 });
  });

  it.each(['2026', '2026/01', '', '../x/y/z'])('never removes %j', async (key) => {
    const { storage } = await makeTestStorage();
    await expect(storage.remove(key)).rejects.toMatchObject({ reason: 'invalid_key' });
  });
});

it('formats an error as the protocol does', () => {
  expect(makeErrorReply(new AdapterError('unauthorized', { reason: 'expired_token', status: 401 }))).toEqual({
    status: 401,
    body: { error: 'expired token' },
  });
  expect(makeErrorReply(new AdapterError('unavailable'))).toEqual({ status: 599, body: { error: 'unavailable' } });
});

it('refuses a configuration without a secret', async () => {
  await expect(makeTestStorage({ secret_key: '' })).rejects.toMatchObject({ code: 'config_invalid' });
});
