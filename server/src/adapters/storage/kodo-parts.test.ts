import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { kodoEtag } from './etag.ts';
import type { PartTarget, UploadTarget } from './port.ts';
import { bodyOf, BUCKET, makeTestStorage, NOW_SEC, PNG, putAll, videoBytes, type TestStorage } from './test-storage.ts';

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
  it('arrives whole, in any order of the parts', async () => {
    const { storage, target, token } = await makeTestStorage();
    const { uploadId, expireAt } = await storage.initiate(
      target(KEY, { returnBody: '{"key":$(key),"size":$(fsize),"name":$(fname),"who":"$(x:who)"}', endUser: '7' }),
    );
    expect(expireAt).toBe(NOW_SEC + 7 * 86_400);
    const upload = {
      ...target(KEY, { returnBody: '{"key":$(key),"size":$(fsize),"name":$(fname),"who":"$(x:who)"}', endUser: '7' }),
      upload_id: uploadId,
    };
    const [third, first, second] = await putAll(storage, upload, [
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
      end_user: '7',
    });
    expect(reply).toEqual({ key: KEY, size: 9000, name: '第一课.mp4', who: '学员' });
    expect(await readFile(storage.path(KEY))).toEqual(CONTENT);
    expect(token()).toContain(':');
  });

  it('goes on after a pause, a new process and a new token', async () => {
    const made = await makeTestStorage();
    const upload = await begin(made, made.target(KEY));
    await putAll(made.storage, upload, [[1, CONTENT.subarray(0, 4000)]]);
    made.pass(3600 * 24);
    const later = made.reopen();
    await expect(later.listParts(upload)).rejects.toMatchObject({ reason: 'expired_token', status: 401 });
    const renewed = { ...made.target(KEY, { deadline: NOW_SEC + 3600 * 25 }), upload_id: upload.upload_id };
    const { parts } = await later.listParts(renewed);
    expect(parts).toEqual([
      { partNumber: 1, etag: kodoEtag(CONTENT.subarray(0, 4000)), size: 4000, putTime: expect.any(Number) },
    ]);
    const rest = await putAll(later, renewed, [
      [2, CONTENT.subarray(4000, 8000)],
      [3, CONTENT.subarray(8000)],
    ]);
    await later.complete({ ...renewed, parts: [...parts, ...rest] });
    expect(await readFile(later.path(KEY))).toEqual(CONTENT);
  });

  it('answers a second complete as the first, at the same time and afterwards', async () => {
    const made = await makeTestStorage();
    const upload = await begin(made, made.target(KEY));
    const parts = await putAll(made.storage, upload, THREE);
    const twice = await Promise.all([
      made.storage.complete({ ...upload, parts }),
      made.reopen().complete({ ...upload, parts }),
    ]);
    expect(twice[1]).toEqual(twice[0]);
    expect(await made.storage.complete({ ...upload, parts })).toEqual(twice[0]);
    expect((await readdir(join(made.root, '.parts', upload.upload_id))).sort()).toEqual(['result.json', 'upload.json']);
  });

  it('keeps the last of a part sent twice', async () => {
    const made = await makeTestStorage();
    const upload = await begin(made, made.target(KEY));
    const [, , third] = await putAll(made.storage, upload, THREE);
    const [again] = await putAll(made.storage, upload, [[3, Buffer.from('another end')]]);
    expect((await made.storage.listParts(upload)).parts.map((part) => part.size)).toEqual([4000, 4000, 11]);
    const asked = (await made.storage.listParts(upload)).parts.slice(0, 2);
    await expect(
      made.storage.complete({ ...upload, parts: [...asked, third].filter((part) => part !== undefined) }),
    ).rejects.toMatchObject({ status: 701 });
    const { file } = await made.storage.complete({
      ...upload,
      parts: [...asked, again].filter((part) => part !== undefined),
    });
    expect(file.size).toBe(8011);
  });

  it('lists page by page', async () => {
    const made = await makeTestStorage();
    const upload = await begin(made, made.target(KEY));
    await putAll(made.storage, upload, THREE);
    const first = await made.storage.listParts({ ...upload, max_parts: 2 });
    expect([first.parts.map((part) => part.partNumber), first.partNumberMarker]).toEqual([[1, 2], 2]);
    expect(
      (await made.storage.listParts({ ...upload, part_number_marker: 2 })).parts.map((part) => part.partNumber),
    ).toEqual([3]);
  });

  it('is forgotten when aborted', async () => {
    const made = await makeTestStorage();
    const upload = await begin(made, made.target(KEY));
    await putAll(made.storage, upload, THREE);
    await made.storage.abort(upload);
    await expect(made.storage.listParts(upload)).rejects.toMatchObject({ status: 612 });
    expect(await readdir(join(made.root, '.parts'))).toEqual([]);
  });

  it('ends after seven days, and the clean-up takes its bytes', async () => {
    const made = await makeTestStorage();
    const upload = await begin(made, made.target(KEY, { deadline: NOW_SEC + 30 * 86_400 }));
    await putAll(made.storage, upload, THREE);
    made.pass(7 * 86_400 - 1);
    expect(await made.storage.cleanExpired()).toBe(0);
    made.pass(1);
    await expect(made.storage.listParts(upload)).rejects.toMatchObject({ status: 612 });
    expect(await made.storage.cleanExpired()).toBe(1);
    expect(await readdir(join(made.root, '.parts'))).toEqual([]);
  });

  it('takes its key from its content when the token leaves it to the server', async () => {
    const made = await makeTestStorage();
    const target = { auth: `UpToken ${made.token()}`, bucket: BUCKET, encoded_key: '~' };
    const upload = await begin(made, target);
    const parts = await putAll(made.storage, upload, [[1, PNG]]);
    expect((await made.storage.complete({ ...upload, parts })).file.key).toMatch(/^2026\/01\/[0-9a-f]{30}\.png$/);
  });
});

describe('a part is refused', () => {
  const part = (upload: PartTarget) => ({ ...upload, part_number: 1, body: bodyOf(CONTENT) });

  it.each([0, -1, 1.5, Number.NaN, 10_001])('with the number %s', async (number) => {
    const made = await makeTestStorage();
    const upload = await begin(made, made.target(KEY));
    await expect(made.storage.putPart({ ...part(upload), part_number: number })).rejects.toMatchObject({
      reason: 'invalid_part_number',
      status: 400,
    });
  });

  it('with a wrong checksum or length, and leaves nothing', async () => {
    const made = await makeTestStorage();
    const upload = await begin(made, made.target(KEY));
    await expect(made.storage.putPart({ ...part(upload), content_md5: 'f'.repeat(32) })).rejects.toMatchObject({
      status: 406,
    });
    await expect(made.storage.putPart({ ...part(upload), content_length: 9001 })).rejects.toMatchObject({
      reason: 'length_mismatch',
      status: 400,
    });
    expect((await made.storage.listParts(upload)).parts).toEqual([]);
    expect(await readdir(join(made.root, '.parts', upload.upload_id))).toEqual(['upload.json']);
    const md5 = createHash('md5').update(CONTENT).digest('hex');
    expect(
      await made.storage.putPart({ ...part(upload), content_md5: md5.toUpperCase(), content_length: 9000 }),
    ).toEqual({ etag: kodoEtag(CONTENT), md5 });
  });

  it('as soon as all parts together pass the limit, before the body has ended', async () => {
    const made = await makeTestStorage();
    const upload = await begin(made, made.target(KEY, { fsizeLimit: 8500 }));
    await putAll(made.storage, upload, THREE.slice(0, 2));
    let sent = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) {
          sent += 1;
          yield Buffer.alloc(100);
          if (sent > 5000) return;
        }
      })(),
    );
    const refused = made.storage.putPart({ ...upload, part_number: 3, body: endless });
    await expect(refused).rejects.toMatchObject({ code: 'rejected', reason: 'too_large', status: 413 });
    expect((await made.storage.listParts(upload)).parts.length).toBe(2);
    await expect(
      made.storage.putPart({ ...upload, part_number: 3, body: bodyOf(Buffer.alloc(500)) }),
    ).resolves.toBeDefined();
    await expect(
      made.storage.putPart({ ...upload, part_number: 3, body: bodyOf(Buffer.alloc(1)), content_length: 501 }),
    ).rejects.toMatchObject({ status: 413 });
  });

  it('when the disk has no room', async () => {
    let free = 1_000_000;
    const made = await makeTestStorage({ min_free_bytes: 500_000 }, { freeBytes: async () => free });
    const upload = await begin(made, made.target(KEY));
    await expect(made.storage.putPart({ ...part(upload), content_length: 500_001 })).rejects.toMatchObject({
      code: 'quota_exhausted',
      reason: 'disk_full',
      status: 507,
    });
    free = 499_999;
    await expect(made.storage.initiate(made.target(KEY))).rejects.toMatchObject({ code: 'quota_exhausted' });
  });

  it('for an upload that is not there, is another key’s or another person’s', async () => {
    const made = await makeTestStorage();
    const upload = await begin(made, made.target(KEY, { endUser: '7' }));
    const missing = expect.objectContaining({ status: 612 });
    await expect(made.storage.putPart({ ...part(upload), upload_id: '0'.repeat(32) })).rejects.toEqual(missing);
    await expect(made.storage.putPart({ ...part(upload), upload_id: '../../../etc' })).rejects.toEqual(missing);
    await expect(
      made.storage.putPart({ ...part(upload), ...made.target('2026/01/other.mp4', { endUser: '7' }) }),
    ).rejects.toEqual(missing);
    await expect(made.storage.putPart({ ...part(upload), ...made.target(KEY, { endUser: '8' }) })).rejects.toEqual(
      missing,
    );
  });

  it.each<[string, (made: TestStorage) => Partial<UploadTarget>, number]>([
    ['without a token', () => ({ auth: undefined }), 401],
    ['with a tampered token', (made) => ({ auth: `${made.target(KEY).auth ?? ''}A` }), 401],
    ['with an expired token', (made) => made.target(KEY, { deadline: NOW_SEC }), 401],
    ['with the token of another bucket', (made) => made.target(KEY, { scope: `other:${KEY}` }), 631],
    [
      'with a key that is not the token’s',
      (made) => ({ ...made.target(KEY), encoded_key: made.target('2026/01/b.mp4').encoded_key }),
      403,
    ],
    [
      'with a climbing key',
      (made) => ({ ...made.target('..'), encoded_key: Buffer.from('../../x').toString('base64url') }),
      400,
    ],
  ])('%s', async (_name, change, status) => {
    const made = await makeTestStorage();
    const upload = await begin(made, made.target(KEY));
    await expect(made.storage.putPart({ ...part(upload), ...change(made) })).rejects.toMatchObject({ status });
    expect((await made.storage.listParts(upload)).parts).toEqual([]);
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
    const made = await makeTestStorage();
    const upload = await begin(made, made.target(KEY));
    const parts = await putAll(made.storage, upload, THREE);
    await expect(made.storage.complete({ ...upload, parts: change(parts) })).rejects.toMatchObject({ status });
    await expect(made.storage.complete({ ...upload, parts })).resolves.toBeDefined();
  });

  it('when a part before the last is too small', async () => {
    const made = await makeTestStorage({ min_part_size: 4001 });
    const upload = await begin(made, made.target(KEY));
    const parts = await putAll(made.storage, upload, THREE);
    await expect(made.storage.complete({ ...upload, parts })).rejects.toMatchObject({
      reason: 'part_too_small',
      status: 400,
    });
  });

  it('when parts sent side by side pass the limit together', async () => {
    const made = await makeTestStorage();
    const upload = await begin(made, made.target(KEY));
    const parts = await putAll(made.storage, upload, THREE);
    const narrow = { ...made.target(KEY, { fsizeLimit: 8999 }), upload_id: upload.upload_id };
    await expect(made.storage.complete({ ...narrow, parts })).rejects.toMatchObject({
      reason: 'too_large',
      status: 413,
    });
  });

  it.each<[string, Buffer, string, string]>([
    ['a picture in place of a video', PNG, KEY, 'type_not_allowed'],
    ['text in place of a video', Buffer.from('<html>just some text, no video</html>'), KEY, 'type_not_allowed'],
  ])('for %s', async (_name, bytes, key, reason) => {
    const made = await makeTestStorage();
    const upload = await begin(made, made.target(key, { mimeLimit: 'video/*' }));
    const parts = await putAll(made.storage, upload, [[1, bytes]]);
    await expect(made.storage.complete({ ...upload, parts })).rejects.toMatchObject({
      code: 'rejected',
      reason,
      status: 403,
    });
    await expect(made.storage.open(key, { method: 'GET' })).rejects.toMatchObject({ status: 404 });
  });

  it('when the key was taken meanwhile, and the file there stays', async () => {
    const made = await makeTestStorage();
    const uploads = [await begin(made, made.target(KEY)), await begin(made, made.target(KEY))] as const;
    const parts = [
      await putAll(made.storage, uploads[0], THREE),
      await putAll(made.storage, uploads[1], [[1, videoBytes(500)]]),
    ] as const;
    await made.storage.complete({ ...uploads[0], parts: parts[0] });
    await expect(made.storage.complete({ ...uploads[1], parts: parts[1] })).rejects.toMatchObject({
      reason: 'file_exists',
      status: 614,
    });
    expect(await readFile(made.storage.path(KEY))).toEqual(CONTENT);
    await expect(made.storage.initiate(made.target(KEY))).rejects.toMatchObject({ status: 614 });
  });
});
