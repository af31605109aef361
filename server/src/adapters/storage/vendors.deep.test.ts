import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { BucketFake } from '../../../test/fakes/bucket.ts';
import { ossAccount, startOss } from '../../../test/fakes/oss.ts';
import { qiniuAccount, startQiniu } from '../../../test/fakes/qiniu.ts';
import { s3Account, startS3 } from '../../../test/fakes/s3.ts';
import { createOss } from './oss/oss.ts';
import type { SignedParts, StorageProvider } from './provider.ts';
import { createQiniu } from './qiniu/qiniu.ts';
import { createS3 } from './s3/s3.ts';

const start = Date.parse('2026-03-01T08:00:00Z');
const mebibyte = 1024 ** 2;
const name = 'a'.repeat(30);
const key = `2026/03/${name}.mp4`;
const folder = await mkdtemp(join(tmpdir(), 'kaike-vendors-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Bytes that differ everywhere. */
const bytesOf = (size: number): Buffer =>
  Buffer.from(Uint32Array.from({ length: size / 4 }, (_, index) => index * 2_654_435_761).buffer);

async function put(provider: StorageProvider, bytes: Buffer, to = key): Promise<void> {
  const path = join(folder, 'source');
  await writeFile(path, bytes);
  await provider.put(to, { path, size: bytes.length, mime: 'video/mp4' });
}

type Options = { secret?: string; skew_ms?: number; timeout_ms?: number };

const makers = {
  async s3({ secret = s3Account.secret, skew_ms: skew = 0, timeout_ms: timeout = 60_000 }: Options) {
    const clock = { now: start };
    const fake = await startS3(() => new Date(clock.now));
    const { bucket, id, region } = s3Account;
    const config = {
      endpoint: fake.base,
      bucket,
      key: { id, secret, region },
      is_path_style: true,
      public_endpoint: '',
    };
    const deps = { clock: () => new Date(clock.now + skew), answer_ms: timeout, stalled_ms: timeout };
    return { fake, clock, provider: createS3(config, deps), deny: () => fake.refuseAs('AccessDenied') };
  },
  async oss({ secret = ossAccount.secret, skew_ms: skew = 0, timeout_ms: timeout = 60_000 }: Options) {
    const clock = { now: start };
    const fake = await startOss(() => new Date(clock.now));
    const { bucket, id, region } = ossAccount;
    const config = { endpoint: fake.base, domain: '', key: { id, secret, region, bucket } };
    const deps = { clock: () => new Date(clock.now + skew), answer_ms: timeout, stalled_ms: timeout };
    return { fake, clock, provider: createOss(config, deps), deny: () => fake.refuseAs('AccessDenied') };
  },
  async qiniu({ secret = qiniuAccount.sk, skew_ms: skew = 0, timeout_ms: timeout = 60_000 }: Options) {
    const clock = { now: start };
    const fake = await startQiniu(() => new Date(clock.now));
    const { bucket, ak } = qiniuAccount;
    const keys = { access_key: ak, secret_key: secret };
    const config = { keys, bucket, up_host: fake.base, domain: fake.base, rs_host: fake.base, is_private: true };
    const deps = { clock: () => new Date(clock.now + skew), answer_ms: timeout, stalled_ms: timeout };
    return { fake, clock, provider: createQiniu(config, deps), deny: () => fake.refuseAs(403) };
  },
};

type Vendor = keyof typeof makers;
async function setUp(vendor: Vendor, options: Options = {}) {
  const vendorAtWork = await makers[vendor](options);
  onTestFinished(() => vendorAtWork.fake.close());
  return vendorAtWork;
}

describe.each(Object.keys(makers) as Vendor[])('%s', (vendor) => {
  it('stores, reads, measures and removes a file', async () => {
    const { provider, fake } = await setUp(vendor);
    const bytes = bytesOf(1000);
    expect(await provider.stat(key)).toBeNull();
    await put(provider, bytes);
    expect(fake.objects.get(key)?.bytes).toEqual(bytes);
    expect(await provider.stat(key)).toEqual({ size: 1000, modified_at: new Date(start) });
    expect(await buffer(await provider.read(key))).toEqual(bytes);
    expect(await buffer(await provider.read(key, { start: 10, end: 19 }))).toEqual(bytes.subarray(10, 20));
    await provider.remove(key);
    await provider.remove(key);
    expect(fake.objects.size).toBe(0);
    await expect(provider.read(key)).rejects.toMatchObject({ code: 'rejected', reason: 'no_such_file' });
  });

  it('sends a large file in parts, and leaves no part behind', async () => {
    const { provider, fake } = await setUp(vendor);
    const bytes = bytesOf(33 * mebibyte);
    await put(provider, bytes);
    expect(fake.objects.get(key)?.bytes.equals(bytes)).toBe(true);
    expect(fake.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body.length / mebibyte)).toEqual([
      16, 16, 1,
    ]);
  });

  it('replaces a file of ours, such as a playlist that grew', async () => {
    const { provider } = await setUp(vendor);
    await put(provider, Buffer.from('first'));
    await put(provider, Buffer.from('second'));
    expect(String(await buffer(await provider.read(key)))).toBe('second');
  });

  it('gives browsers an address of one file that expires', async () => {
    const { provider, clock } = await setUp(vendor);
    await put(provider, bytesOf(1000));
    const url = provider.directUrl(key, new Date(start + 600_000)) ?? '';
    const ranged = await fetch(url, { headers: { range: 'bytes=0-9' } });
    expect([ranged.status, (await ranged.arrayBuffer()).byteLength]).toEqual([206, 10]);
    expect((await fetch(url.replace(name, 'b'.repeat(30)))).ok).toBe(false);
    expect(provider.origins).toContain(new URL(url).origin);
    clock.now += 601_000;
    expect((await fetch(url)).ok).toBe(false);
  });

  it('asks once more when the vendor stumbles, and is honest when it stays down', async () => {
    const { provider, fake } = await setUp(vendor);
    fake.fail('busy', 1);
    await put(provider, bytesOf(400));
    fake.fail('hang_up', 1);
    expect((await provider.stat(key))?.size).toBe(400);
    fake.fail('hang_up', 1);
    expect(await buffer(await provider.read(key))).toHaveLength(400);
    for (const trouble of ['busy', 'hang_up'] as const) {
      fake.fail(trouble);
      await expect(provider.stat(key)).rejects.toMatchObject({ code: 'unavailable' });
      await expect(provider.read(key)).rejects.toMatchObject({ code: 'unavailable' });
      await expect(put(provider, bytesOf(400))).rejects.toMatchObject({ code: 'unavailable' });
    }
  });

  it('does not wait for a vendor that says nothing', async () => {
    const { provider, fake } = await setUp(vendor, { timeout_ms: 50 });
    fake.fail('silent');
    await expect(provider.stat(key)).rejects.toMatchObject({ code: 'unavailable', reason: 'timeout' });
    await expect(provider.read(key)).rejects.toMatchObject({ code: 'unavailable', reason: 'timeout' });
  });

  it('takes no gateway page for an answer, and no half file for a whole one', async () => {
    const { provider, fake } = await setUp(vendor);
    await put(provider, bytesOf(100_000));
    fake.fail('html');
    await expect(provider.stat(key)).rejects.toMatchObject({ code: 'bad_response' });
    fake.fail('half');
    await expect(provider.read(key).then(buffer)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('takes no text that is cut off for a whole one, and leaves no part behind', async () => {
    const { provider, fake } = await setUp(vendor);
    fake.fail('truncated', 1);
    await expect(put(provider, bytesOf(33 * mebibyte))).rejects.toMatchObject({ code: 'bad_response' });
    expect(fake.objects.size).toBe(0);
    await put(provider, bytesOf(400));
    expect((await provider.stat(key))?.size).toBe(400);
  });

  it('says which credential is wrong, and never the credential', async () => {
    const wrong = await setUp(vendor, { secret: 'not-the-secret' });
    const error: unknown = await put(wrong.provider, bytesOf(4)).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: 'unauthorized', reason: 'wrong_key' });
    expect(JSON.stringify([error, (error as Error).cause, String((error as Error).cause)])).not.toContain(
      'not-the-secret',
    );
    const denied = await setUp(vendor);
    denied.deny();
    await expect(put(denied.provider, bytesOf(4))).rejects.toMatchObject({
      code: 'unauthorized',
      reason: 'access_denied',
    });
    await expect(denied.provider.stat(key)).rejects.toMatchObject({ code: 'unauthorized', reason: 'access_denied' });
  });

  it('tells a clock that is wrong from a key that is wrong', async () => {
    const late = await setUp(vendor, { skew_ms: vendor === 'qiniu' ? -2 * 3_600_000 : 16 * 60_000 });
    await expect(put(late.provider, bytesOf(4))).rejects.toMatchObject({
      code: 'unauthorized',
      reason: 'clock_skewed',
    });
  });
});

describe.each(['s3', 'oss'] as const)('uploads by browsers to %s', (vendor) => {
  async function begin() {
    const vendorAtWork = await setUp(vendor);
    const parts = vendorAtWork.provider.uploads as SignedParts;
    const id = await parts.begin({ key, mime: 'video/mp4', name: 'lesson.mp4' });
    const send = async (number: number, body: Buffer, size = body.length) =>
      fetch(
        await parts.sign({ key, upload_id: id, part_number: number, size, expires_at: new Date(start + 3_600_000) }),
        {
          method: 'PUT',
          body: new Uint8Array(body),
        },
      );
    return { ...vendorAtWork, parts, id, send };
  }

  it('go in parts to signed addresses; the server lists and joins them', async () => {
    const { fake, parts, id, send } = await begin();
    const pieces = [bytesOf(5 * mebibyte), bytesOf(5 * mebibyte), bytesOf(400)];
    for (const [index, piece] of pieces.entries()) expect((await send(index + 1, piece)).ok).toBe(true);
    const list = await parts.list({ key, upload_id: id });
    expect(list.map(({ partNumber, size }) => [partNumber, size])).toEqual([
      [1, 5 * mebibyte],
      [2, 5 * mebibyte],
      [3, 400],
    ]);
    await expect(parts.complete({ key, upload_id: id, parts: [{ partNumber: 1, etag: '"x"' }] })).rejects.toMatchObject(
      {
        reason: 'no_such_part',
      },
    );
    await parts.complete({ key, upload_id: id, parts: list });
    const object = fake.objects.get(key);
    expect([object?.bytes.equals(Buffer.concat(pieces)), object?.mime]).toEqual([true, 'video/mp4']);
  });

  it.each([
    ['truncated', 'bad_response'],
    ['half', 'unavailable'],
  ] as const)('are neither shorter nor lost when half a response arrives: %s', async (trouble, code) => {
    const { fake, parts, id, send } = await begin();
    for (const number of [1, 2]) await send(number, bytesOf(5 * mebibyte));
    fake.fail(trouble);
    await expect(parts.list({ key, upload_id: id })).rejects.toMatchObject({ code });
    fake.fail('none');
    const list = await parts.list({ key, upload_id: id });
    expect(list).toHaveLength(2);
    fake.fail(trouble);
    await expect(parts.complete({ key, upload_id: id, parts: list })).rejects.toMatchObject({ code });
    fake.fail('none');
    // The vendor had joined them.
    expect(fake.objects.get(key)?.bytes).toHaveLength(10 * mebibyte);
  });

  it('end when they are aborted', async () => {
    const { parts, id, fake } = await begin();
    await parts.abort({ key, upload_id: id });
    await parts.abort({ key, upload_id: id });
    expect((fake as BucketFake).uploads.size).toBe(0);
    await expect(parts.list({ key, upload_id: id })).rejects.toMatchObject({ reason: 'no_such_upload', status: 612 });
  });

  it('are refused for another part, another key, or after an hour', async () => {
    const { parts, id, clock } = await begin();
    const url = await parts.sign({
      key,
      upload_id: id,
      part_number: 1,
      size: 3,
      expires_at: new Date(start + 3_600_000),
    });
    const send = (address: string) => fetch(address, { method: 'PUT', body: new TextEncoder().encode('abc') });
    expect((await send(url.replace('partNumber=1', 'partNumber=2'))).status).toBe(403);
    expect((await send(url.replace(name, 'b'.repeat(30)))).status).toBe(403);
    expect((await send(url)).status).toBe(200);
    clock.now += 3_601_000;
    expect((await send(url)).status).toBe(403);
  });
});

it('a part on S3 cannot be larger than announced', async () => {
  const { provider } = await setUp('s3');
  const parts = provider.uploads as SignedParts;
  const id = await parts.begin({ key, mime: 'video/mp4', name: 'lesson.mp4' });
  const url = await parts.sign({
    key,
    upload_id: id,
    part_number: 1,
    size: 3,
    expires_at: new Date(start + 3_600_000),
  });
  expect((await fetch(url, { method: 'PUT', body: new TextEncoder().encode('abcd') })).status).toBe(403);
});

it('the addresses of the services are those of their documentation', () => {
  const clock = (): Date => new Date(start);
  const until = new Date(start + 600_000);
  const s3Key = { id: s3Account.id, secret: s3Account.secret, region: s3Account.region };
  const hosted = createS3(
    { endpoint: 'https://s3.amazonaws.com', bucket: 'school', key: s3Key, is_path_style: false, public_endpoint: '' },
    { clock },
  );
  expect(hosted.directUrl(key, until)).toMatch(new RegExp(`^https://school\\.s3\\.amazonaws\\.com/${key}\\?`));
  const ossKey = { id: ossAccount.id, secret: ossAccount.secret, region: 'cn-hangzhou', bucket: 'school' };
  const inside = createOss(
    { key: ossKey, endpoint: 'https://oss-cn-hangzhou-internal.aliyuncs.com', domain: 'https://media.school.cn' },
    { clock },
  );
  expect(inside.origins).toEqual(['https://school.oss-cn-hangzhou.aliyuncs.com', 'https://media.school.cn']);
  expect(inside.directUrl(key, until)).toMatch(/^https:\/\/media\.school\.cn\//);
  const own = createOss({ key: ossKey, endpoint: '', domain: '' }, { clock });
  expect(own.directUrl(key, until)).toMatch(/^https:\/\/school\.oss-cn-hangzhou\.aliyuncs\.com\//);
});
