import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { kill, startProcess } from '../../../../test/processes/kill.ts';
import { bodyOf, BUCKET, makeTestStorage, NOW_SEC, writeAllParts, videoBytes } from './test-storage.ts';
import vectors from '../../../../test/fakes/vectors/qiniu.json' with { type: 'json' };

const KEY = '2026/01/lesson.mp4';
const CONTENT = videoBytes(9000);
const FIXTURE = fileURLToPath(new URL('crash.fixture.ts', import.meta.url));

describe('a process killed', () => {
  it('in the middle of a part loses only that part', async () => {
    const fixture = await makeTestStorage();
    const { uploadId } = await fixture.storage.initiate(fixture.target(KEY));
    const upload = { ...fixture.target(KEY), upload_id: uploadId };
    const first = await writeAllParts(fixture.storage, upload, [[1, CONTENT.subarray(0, 4000)]]);
    await killWhileWriting(fixture.root, upload, CONTENT.subarray(4000, 6000));
    const folder = join(fixture.root, '.parts', uploadId);
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp')).length).toBe(1);

    const next = fixture.reopen();
    expect((await next.listParts(upload)).parts.map(({ partNumber, etag }) => ({ partNumber, etag }))).toEqual(first);
    const rest = await writeAllParts(next, upload, [[2, CONTENT.subarray(4000)]]);
    await next.complete({ ...upload, parts: [...first, ...rest] });
    expect(await readFile(next.path(KEY))).toEqual(CONTENT);
    expect((await readdir(folder)).sort()).toEqual(['result.json', 'upload.json']);
  });

  it('between recording the result and moving the file completes on the next attempt', async () => {
    const fixture = await makeTestStorage();
    const { uploadId } = await fixture.storage.initiate(fixture.target(KEY));
    const upload = { ...fixture.target(KEY), upload_id: uploadId };
    const parts = await writeAllParts(fixture.storage, upload, [[1, CONTENT]]);
    const result = { key: KEY, hash: 'of a file that never arrived', size: 9000, mime: 'video/mp4', name: '' };
    await writeFile(join(fixture.root, '.parts', uploadId, 'result.json'), JSON.stringify(result));
    expect((await fixture.storage.complete({ ...upload, parts })).file.hash).not.toBe(result.hash);
    expect(await readFile(fixture.storage.path(KEY))).toEqual(CONTENT);
  });

  it('after moving the file, before deleting its parts, returns the same result', async () => {
    const fixture = await makeTestStorage();
    const { uploadId } = await fixture.storage.initiate(fixture.target(KEY));
    const upload = { ...fixture.target(KEY), upload_id: uploadId };
    const parts = await writeAllParts(fixture.storage, upload, [[1, CONTENT]]);
    const first = await fixture.storage.complete({ ...upload, parts });
    await fixture.storage.putPart({ ...upload, part_number: 1, body: bodyOf(CONTENT) });
    expect(await fixture.storage.complete({ ...upload, parts })).toEqual(first);
  });

  it('at the beginning of an upload leaves one that counts as missing, and is cleaned up', async () => {
    const fixture = await makeTestStorage();
    const { uploadId } = await fixture.storage.initiate(fixture.target(KEY));
    await writeFile(join(fixture.root, '.parts', uploadId, 'upload.json'), '{"bucket":"cour');
    await expect(fixture.storage.listParts({ ...fixture.target(KEY), upload_id: uploadId })).rejects.toMatchObject({
      status: 612,
    });
    fixture.pass(Date.now() / 1000 - NOW_SEC + 8 * 86_400);
    expect(await fixture.storage.cleanExpired()).toBe(1);
  });
});

async function killWhileWriting(root: string, upload: object, half: Buffer): Promise<void> {
  const child = startProcess(FIXTURE);
  const config = {
    root,
    bucket: BUCKET,
    access_key: vectors.accessKey,
    secret_key: vectors.secretKey,
    min_free_bytes: 0,
  };
  child.send({ config, upload, now_ms: NOW_SEC * 1000, half: half.toString('base64') });
  await once(child, 'message');
  await kill(child);
}
