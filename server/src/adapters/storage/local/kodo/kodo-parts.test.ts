import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { kodoEtag } from '../../kodo/etag.ts';
import type { PartTarget, UploadTarget } from '../local-port.ts';
import {
  bodyOf,
  BUCKET,
  makeTestStorage,
  NOW_SEC,
  PNG,
  writeAllParts,
  videoBytes,
  type TestStorage,
} from '../test-storage.ts';

const KEY = '2026/01/lesson.mp4';
const CONTENT = videoBytes(9000);
const THREE: [number, Buffer][] = [
  [1, CONTENT.subarray(0, 4000)],
  [2, CONTENT.subarray(4000, 8000)],
  [3, CONTENT.subarray(8000)],
];

async function begin({ storage }: TestStorage, target: UploadTarget): Promise<PartTarget> {
  const { uploadId } = await storage.initiate(target);
  return { ...target, upload_id: uploadId };
}

describe('an upload in parts', () => {
  it('arrives complete, in any order of the parts', async () => {
    const { storage, target, token } = await makeTestStorage();
    const { uploadId, expireAt } = await storage.initiate(
      target(KEY, { returnBody: '{"key":$(key),"size":$(fsize),"name":$(fname),"who":"$(x:who)"}', endUser: '7' }),
    );
    expect(expireAt).toBe(NOW_SEC + 7 * 86_400);
    const upload = {
      ...target(KEY, { returnBody: '{"key":$(key),"size":$(fsize),"name":$(fname),"who":"$(x:who)"}', endUser: '7' }),
      upload_id: uploadId,
    };
    const [third, first, second] = await writeAllParts(storage, upload, [
      [3, CONTENT.subarray(8000)],
      [1, CONTENT.subarray(0, 4000)],
      [2, CONTENT.subarray(4000, 8000)],
    ]);
    const parts = [first, second, third].filter((part) => part !== undefined);
    const { file, reply } = await storage.complete({
      ...upload,
      parts,
      fname: '/home/me/第一课.mp4',
      customVars: { 'x:who': '学员', other: 'ignored' },
    });
    expect(file).toEqual({
      key: KEY,
      hash: kodoEtag(CONTENT),
      size: 9000,
      mime: 'video/mp4',
      name: '第一课.mp4',
    });
    expect(reply).toEqual({ key: KEY, size: 9000, name: '第一课.mp4', who: '学员' });
    expect(await readFile(storage.path(KEY))).toEqual(CONTENT);
    expect(token()).toContain(':');
  });

  it('continues after a pause, with a new process and a new token', async () => {
    const fixture = await makeTestStorage();
    const upload = await begin(fixture, fixture.target(KEY));
    await writeAllParts(fixture.storage, upload, [[1, CONTENT.subarray(0, 4000)]]);
    fixture.pass(3600 * 24);
    const later = fixture.reopen();
    await expect(later.listParts(upload)).rejects.toMatchObject({ reason: 'expired_token', status: 401 });
    const renewed = { ...fixture.target(KEY, { deadline: NOW_SEC + 3600 * 25 }), upload_id: upload.upload_id };
    const { parts } = await later.listParts(renewed);
    expect(parts).toEqual([
      { partNumber: 1, etag: kodoEtag(CONTENT.subarray(0, 4000)), size: 4000, putTime: expect.any(Number) },
    ]);
    const rest = await writeAllParts(later, renewed, [
      [2, CONTENT.subarray(4000, 8000)],
      [3, CONTENT.subarray(8000)],
    ]);
    await later.complete({ ...renewed, parts: [...parts, ...rest] });
    expect(await readFile(later.path(KEY))).toEqual(CONTENT);
  });

  it('returns the same result for a second complete, concurrently and afterwards', async () => {
    const fixture = await makeTestStorage();
    const upload = await begin(fixture, fixture.target(KEY));
    const parts = await writeAllParts(fixture.storage, upload, THREE);
    const twice = await Promise.all([
      fixture.storage.complete({ ...upload, parts }),
      fixture.reopen().complete({ ...upload, parts }),
    ]);
    expect(twice[1]).toEqual(twice[0]);
    expect(await fixture.storage.complete({ ...upload, parts })).toEqual(twice[0]);
    expect((await readdir(join(fixture.root, '.parts', upload.upload_id))).sort()).toEqual([
      'result.json',
      'upload.json',
    ]);
  });

  it('returns the result of a concurrent complete that removed the parts first', async () => {
    let overtake = async (): Promise<unknown> => undefined;
    const fixture = await makeTestStorage(
      { min_free_bytes: 1 },
      {
        // Runs after the parts were listed and before they are read.
        freeBytes: async () => {
          const first = overtake;
          overtake = async () => undefined;
          await first();
          return 2 ** 40;
        },
      },
    );
    const upload = await begin(fixture, fixture.target(KEY));
    const parts = await writeAllParts(fixture.storage, upload, THREE);
    let faster: unknown;
    overtake = async () => {
      faster = await fixture.reopen().complete({ ...upload, parts });
    };
    expect(await fixture.storage.complete({ ...upload, parts })).toEqual(faster);
    expect(await readFile(fixture.storage.path(KEY))).toEqual(CONTENT);
  });

  it('stores the last version of a part sent twice', async () => {
    const fixture = await makeTestStorage();
    const upload = await begin(fixture, fixture.target(KEY));
    const [, , third] = await writeAllParts(fixture.storage, upload, THREE);
    const [again] = await writeAllParts(fixture.storage, upload, [[3, Buffer.from('another end')]]);
    expect((await fixture.storage.listParts(upload)).parts.map((part) => part.size)).toEqual([4000, 4000, 11]);
    const requested = (await fixture.storage.listParts(upload)).parts.slice(0, 2);
    await expect(
      fixture.storage.complete({ ...upload, parts: [...requested, third].filter((part) => part !== undefined) }),
    ).rejects.toMatchObject({ status: 701 });
    const { file } = await fixture.storage.complete({
      ...upload,
      parts: [...requested, again].filter((part) => part !== undefined),
    });
    expect(file.size).toBe(8011);
  });

  it('lists page by page', async () => {
    const fixture = await makeTestStorage();
    const upload = await begin(fixture, fixture.target(KEY));
    await writeAllParts(fixture.storage, upload, THREE);
    const first = await fixture.storage.listParts({ ...upload, max_parts: 2 });
    expect([first.parts.map((part) => part.partNumber), first.partNumberMarker]).toEqual([[1, 2], 2]);
    expect(
      (await fixture.storage.listParts({ ...upload, part_number_marker: 2 })).parts.map((part) => part.partNumber),
    ).toEqual([3]);
  });

  it('is deleted when aborted', async () => {
    const fixture = await makeTestStorage();
    const upload = await begin(fixture, fixture.target(KEY));
    await writeAllParts(fixture.storage, upload, THREE);
    await fixture.storage.abort(upload);
    await expect(fixture.storage.listParts(upload)).rejects.toMatchObject({ status: 612 });
    expect(await readdir(join(fixture.root, '.parts'))).toEqual([]);
  });

  it('expires after seven days, and the clean-up deletes its bytes', async () => {
    const fixture = await makeTestStorage();
    const upload = await begin(fixture, fixture.target(KEY, { deadline: NOW_SEC + 30 * 86_400 }));
    await writeAllParts(fixture.storage, upload, THREE);
    fixture.pass(7 * 86_400 - 1);
    expect(await fixture.storage.cleanExpired()).toBe(0);
    fixture.pass(1);
    await expect(fixture.storage.listParts(upload)).rejects.toMatchObject({ status: 612 });
    expect(await fixture.storage.cleanExpired()).toBe(1);
    expect(await readdir(join(fixture.root, '.parts'))).toEqual([]);
  });

  it('derives the extension of its key from its content when the server chooses the key', async () => {
    const fixture = await makeTestStorage();
    const target = { auth: `UpToken ${fixture.token()}`, bucket: BUCKET, encoded_key: '~' };
    const upload = await begin(fixture, target);
    const parts = await writeAllParts(fixture.storage, upload, [[1, PNG]]);
    expect((await fixture.storage.complete({ ...upload, parts })).file.key).toMatch(/^2026\/01\/[0-9a-f]{30}\.png$/);
  });
});

describe('a part is refused', () => {
  const part = (upload: PartTarget) => ({ ...upload, part_number: 1, body: bodyOf(CONTENT) });

  it.each([0, -1, 1.5, Number.NaN, 10_001])('with the number %s', async (number) => {
    const fixture = await makeTestStorage();
    const upload = await begin(fixture, fixture.target(KEY));
    await expect(fixture.storage.putPart({ ...part(upload), part_number: number })).rejects.toMatchObject({
      reason: 'invalid_part_number',
      status: 400,
    });
  });

  it('with a wrong checksum or length, and leaves nothing', async () => {
    const fixture = await makeTestStorage();
    const upload = await begin(fixture, fixture.target(KEY));
    await expect(fixture.storage.putPart({ ...part(upload), content_md5: 'f'.repeat(32) })).rejects.toMatchObject({
      status: 406,
    });
    await expect(fixture.storage.putPart({ ...part(upload), content_length: 9001 })).rejects.toMatchObject({
      reason: 'length_mismatch',
      status: 400,
    });
    expect((await fixture.storage.listParts(upload)).parts).toEqual([]);
    expect(await readdir(join(fixture.root, '.parts', upload.upload_id))).toEqual(['upload.json']);
    const md5 = createHash('md5').update(CONTENT).digest('hex');
    expect(
      await fixture.storage.putPart({ ...part(upload), content_md5: md5.toUpperCase(), content_length: 9000 }),
    ).toEqual({ etag: kodoEtag(CONTENT), md5 });
  });

  it('as soon as all parts together exceed the limit, before the body has ended', async () => {
    const fixture = await makeTestStorage();
    const upload = await begin(fixture, fixture.target(KEY, { fsizeLimit: 8500 }));
    await writeAllParts(fixture.storage, upload, THREE.slice(0, 2));
    let requestCount = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) {
          requestCount += 1;
          yield Buffer.alloc(100);
          if (requestCount > 5000) return;
        }
      })(),
    );
    const refused = fixture.storage.putPart({ ...upload, part_number: 3, body: endless });
    await expect(refused).rejects.toMatchObject({ code: 'rejected', reason: 'too_large', status: 413 });
    expect((await fixture.storage.listParts(upload)).parts.length).toBe(2);
    await expect(
      fixture.storage.putPart({ ...upload, part_number: 3, body: bodyOf(Buffer.alloc(500)) }),
    ).resolves.toBeDefined();
    await expect(
      fixture.storage.putPart({ ...upload, part_number: 3, body: bodyOf(Buffer.alloc(1)), content_length: 501 }),
    ).rejects.toMatchObject({ status: 413 });
  });

  it('when the disk has no room', async () => {
    let free = 1_000_000;
    const fixture = await makeTestStorage({ min_free_bytes: 500_000 }, { freeBytes: async () => free });
    const upload = await begin(fixture, fixture.target(KEY));
    await expect(fixture.storage.putPart({ ...part(upload), content_length: 500_001 })).rejects.toMatchObject({
      code: 'quota_exhausted',
      reason: 'disk_full',
      status: 507,
    });
    free = 499_999;
    await expect(fixture.storage.initiate(fixture.target(KEY))).rejects.toMatchObject({ code: 'quota_exhausted' });
  });

  it('for a missing upload, another key or another user', async () => {
    const fixture = await makeTestStorage();
    const upload = await begin(fixture, fixture.target(KEY, { endUser: '7' }));
    const missing = expect.objectContaining({ status: 612 });
    await expect(fixture.storage.putPart({ ...part(upload), upload_id: '0'.repeat(32) })).rejects.toEqual(missing);
    await expect(fixture.storage.putPart({ ...part(upload), upload_id: '../../../etc' })).rejects.toEqual(missing);
    await expect(
      fixture.storage.putPart({ ...part(upload), ...fixture.target('2026/01/other.mp4', { endUser: '7' }) }),
    ).rejects.toEqual(missing);
    await expect(
      fixture.storage.putPart({ ...part(upload), ...fixture.target(KEY, { endUser: '8' }) }),
    ).rejects.toEqual(missing);
  });

  it.each<[string, (fixture: TestStorage) => Partial<UploadTarget>, number]>([
    ['without a token', () => ({ auth: undefined }), 401],
    ['with a tampered token', (fixture) => ({ auth: `${fixture.target(KEY).auth ?? ''}A` }), 401],
    ['with an expired token', (fixture) => fixture.target(KEY, { deadline: NOW_SEC }), 401],
    ['with the token of another bucket', (fixture) => fixture.target(KEY, { scope: `other:${KEY}` }), 631],
    [
      'with a key that is not the token’s',
      (fixture) => ({ ...fixture.target(KEY), encoded_key: fixture.target('2026/01/b.mp4').encoded_key }),
      403,
    ],
    [
      'with a climbing key',
      (fixture) => ({ ...fixture.target('..'), encoded_key: Buffer.from('../../x').toString('base64url') }),
      400,
    ],
  ])('%s', async (_name, change, status) => {
    const fixture = await makeTestStorage();
    const upload = await begin(fixture, fixture.target(KEY));
    await expect(fixture.storage.putPart({ ...part(upload), ...change(fixture) })).rejects.toMatchObject({ status });
    expect((await fixture.storage.listParts(upload)).parts).toEqual([]);
  });
});

describe('completing is refused', () => {
  it.each<[string, (parts: { partNumber: number; etag: string }[]) => { partNumber: number; etag: string }[], number]>([
    ['no parts', () => [], 400],
    ['parts out of order', (parts) => parts.toReversed(), 400],
    ['a part twice', ([first]) => [first, first].filter((part) => part !== undefined), 400],
    ['a part that never came', (parts) => [...parts, { partNumber: 9, etag: 'x' }], 701],
    ['a part of other content', ([first]) => [{ partNumber: 1, etag: `${first?.etag}x` }], 701],
  ])('with %s', async (_name, change, status) => {
    const fixture = await makeTestStorage();
    const upload = await begin(fixture, fixture.target(KEY));
    const parts = await writeAllParts(fixture.storage, upload, THREE);
    await expect(fixture.storage.complete({ ...upload, parts: change(parts) })).rejects.toMatchObject({ status });
    await expect(fixture.storage.complete({ ...upload, parts })).resolves.toBeDefined();
  });

  it('when a part before the last is too small', async () => {
    const fixture = await makeTestStorage({ min_part_size: 4001 });
    const upload = await begin(fixture, fixture.target(KEY));
    const parts = await writeAllParts(fixture.storage, upload, THREE);
    await expect(fixture.storage.complete({ ...upload, parts })).rejects.toMatchObject({
      reason: 'part_too_small',
      status: 400,
    });
  });

  it('when parts sent concurrently exceed the limit together', async () => {
    const fixture = await makeTestStorage();
    const upload = await begin(fixture, fixture.target(KEY));
    const parts = await writeAllParts(fixture.storage, upload, THREE);
    const narrow = { ...fixture.target(KEY, { fsizeLimit: 8999 }), upload_id: upload.upload_id };
    await expect(fixture.storage.complete({ ...narrow, parts })).rejects.toMatchObject({
      reason: 'too_large',
      status: 413,
    });
  });

  it.each<[string, Buffer, string, string]>([
    ['a picture in place of a video', PNG, KEY, 'type_not_allowed'],
    ['text in place of a video', Buffer.from('<html>just some text, no video</html>'), KEY, 'type_not_allowed'],
  ])('for %s', async (_name, bytes, key, reason) => {
    const fixture = await makeTestStorage();
    const upload = await begin(fixture, fixture.target(key, { mimeLimit: 'video/*' }));
    const parts = await writeAllParts(fixture.storage, upload, [[1, bytes]]);
    await expect(fixture.storage.complete({ ...upload, parts })).rejects.toMatchObject({
      code: 'rejected',
      reason,
      status: 403,
    });
    expect(await fixture.storage.stat(key)).toBeNull();
  });

  it('when the key exists by then, and the existing file stays', async () => {
    const fixture = await makeTestStorage();
    const uploads = [await begin(fixture, fixture.target(KEY)), await begin(fixture, fixture.target(KEY))] as const;
    const parts = [
      await writeAllParts(fixture.storage, uploads[0], THREE),
      await writeAllParts(fixture.storage, uploads[1], [[1, videoBytes(500)]]),
    ] as const;
    await fixture.storage.complete({ ...uploads[0], parts: parts[0] });
    await expect(fixture.storage.complete({ ...uploads[1], parts: parts[1] })).rejects.toMatchObject({
      reason: 'file_exists',
      status: 614,
    });
    expect(await readFile(fixture.storage.path(KEY))).toEqual(CONTENT);
    await expect(fixture.storage.initiate(fixture.target(KEY))).rejects.toMatchObject({ status: 614 });
  });
});
