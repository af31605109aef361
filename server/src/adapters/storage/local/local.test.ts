import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AdapterError } from '../../../core/adapter-error.ts';
import { kodoEtag } from '../kodo/etag.ts';
import { makeErrorReply } from './kodo/kodo-reply.ts';
import type { ReceivedUpload } from './local-port.ts';
import { bodyOf, makeTestStorage, PNG, videoBytes } from './test-storage.ts';

const limits = { max_size: 5000, accept: ['image/*'], name: 'photo.png' };

describe('a file that passes through the server', () => {
  it('waits in a scratch file with its key, hash and kind', async () => {
    const { storage } = await makeTestStorage();
    const { path, file } = await storage.receive('png', bodyOf(PNG), { ...limits, name: 'C:\\我的\u0007 照片.png' });
    expect(file).toEqual({
      key: expect.stringMatching(/^2026\/01\/[0-9a-f]{30}\.png$/),
      hash: kodoEtag(PNG),
      size: PNG.length,
      mime: 'image/png',
      name: '我的 照片.png',
    });
    expect(await readFile(path)).toEqual(PNG);
    expect(await storage.stat(file.key)).toBeNull();
    await storage.put(file.key, { path, size: file.size, mime: file.mime });
    expect(await readFile(storage.path(file.key))).toEqual(PNG);
  });

  it.each<[string, Partial<typeof limits>, Buffer, object]>([
    ['too large', { max_size: 10 }, PNG, { reason: 'too_large', status: 413 }],
    ['of no accepted type', { accept: ['image/jpeg'] }, PNG, { reason: 'type_not_allowed', status: 403 }],
    [
      'a page called a picture',
      {},
      Buffer.from('<html><script>alert(1)</script></html>'),
      { reason: 'type_not_allowed' },
    ],
    [
      'a drawing called a picture',
      {},
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      { reason: 'type_not_allowed' },
    ],
    ['a video called a picture', { accept: ['video/*', 'image/*'] }, videoBytes(500), { reason: 'type_mismatch' }],
    ['empty', {}, Buffer.alloc(0), { reason: 'too_small', status: 403 }],
  ])('is refused when it is %s, and leaves nothing', async (_name, change, bytes, expected) => {
    const { storage, root } = await makeTestStorage();
    await expect(storage.receive('png', bodyOf(bytes), { ...limits, ...change })).rejects.toMatchObject(expected);
    expect(await readdir(join(root, '.parts')).catch(() => [])).toEqual([]);
  });
});

async function storePng(): Promise<
  { storage: Awaited<ReturnType<typeof makeTestStorage>>['storage'] } & ReceivedUpload
> {
  const { storage } = await makeTestStorage();
  const received = await storage.receive('png', PNG);
  await storage.put(received.file.key, { path: received.path, size: PNG.length, mime: 'image/png' });
  return { storage, ...received };
}

describe('stored files', () => {
  it('are never overwritten', async () => {
    const { storage, file } = await storePng();
    const other = await storage.receive('png', Buffer.concat([PNG, Buffer.from('x')]));
    await expect(storage.put(file.key, { path: other.path, size: 1, mime: 'image/png' })).rejects.toMatchObject({
      reason: 'file_exists',
      status: 614,
    });
    expect(await readFile(storage.path(file.key))).toEqual(PNG);
  });

  it('can be removed twice', async () => {
    const { storage, file } = await storePng();
    expect((await storage.stat(file.key))?.size).toBe(PNG.length);
    await storage.remove(file.key);
    await storage.remove(file.key);
    expect(await storage.stat(file.key)).toBeNull();
    await expect(storage.read(file.key)).rejects.toMatchObject({ reason: 'no_such_file', status: 404 });
  });

  it.each(['2026', '2026/01', '', '../x/y/z'])('%j is never removed', async (key) => {
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
