import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalStorage } from './local/local-port.ts';
import { createLocalStorage } from './local/local.ts';
import { openFile } from './open-file.ts';
import type { OpenedFile, OpenRequest } from './port.ts';
import vectors from '../../../test/fakes/vectors/http-range.json' with { type: 'json' };

type Expected = {
  status: number;
  contentRange: string | null;
  contentLength?: string | null;
  bodyLength?: number;
  firstByte?: number | null;
  lastByte?: number | null;
};

/** Where the recorded server differs from RFC 9110, the file notes it and we follow the RFC. */
const BY_RFC: Record<string, Partial<Expected>> = {
  'suffix larger than file': {
    status: 206,
    contentRange: 'bytes 0-999/1000',
    contentLength: '1000',
    bodyLength: 1000,
    firstByte: 0,
    lastByte: 246,
  },
  'start after end': {
    status: 200,
    contentRange: null,
    contentLength: '1000',
    bodyLength: 1000,
    firstByte: 0,
    lastByte: 246,
  },
  'HEAD with range': { status: 200, contentRange: null, contentLength: '1000' },
};
const CONTENT = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));

let folder = '';
let disk: LocalStorage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaike-open-'));
  const file = join(folder, 'lesson.mp4');
  disk = createLocalStorage(
    { root: folder, bucket: 'kaike', access_key: 'a', secret_key: 'b' },
    {
      clock: () => new Date(),
      random: (bytes) => Buffer.alloc(bytes),
      log: { info: () => undefined, warn: () => undefined },
    },
  );
  await writeFile(file, CONTENT);
  const modified = new Date('2026-01-15T08:00:00Z');
  await utimes(file, modified, modified);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read({ stream }: OpenedFile): Promise<Buffer> {
  return stream === null ? Buffer.alloc(0) : buffer(stream);
}

async function requestOf(headers: Record<string, string | undefined>, method: string): Promise<OpenRequest> {
  const { headers: own } = await openFile(disk, 'lesson.mp4', { method: 'HEAD' });
  const fill = (value: string | undefined): string | undefined =>
    value?.replace('{etag}', own['etag'] ?? '').replace('{last-modified}', own['last-modified'] ?? '');
  return {
    method: method === 'HEAD' ? 'HEAD' : 'GET',
    range: headers['range'],
    if_range: fill(headers['if-range']),
    if_none_match: fill(headers['if-none-match']),
  };
}

describe('the recorded range requests', () => {
  it.each(vectors.cases)('$name', async (row) => {
    const expected: Expected = { ...row.expected, ...BY_RFC[row.name] };
    const reply = await openFile(disk, 'lesson.mp4', await requestOf(row.requestHeaders, row.method));
    const body = await read(reply);
    expect(reply.status).toBe(expected.status);
    expect(reply.headers['content-range'] ?? null).toBe(expected.contentRange);
    if (expected.status === 416) return;
    expect(reply.headers['content-length'] ?? null).toBe(expected.contentLength);
    expect(reply.headers['accept-ranges']).toBe(row.expected.acceptRanges ?? 'bytes');
    expect(reply.headers['content-type'] ?? null).toBe(expected.status === 304 ? null : 'video/mp4');
    expect(body.length).toBe(expected.bodyLength ?? 0);
    expect([body[0] ?? null, body.at(-1) ?? null]).toEqual([expected.firstByte ?? null, expected.lastByte ?? null]);
  });
});

describe('beyond the recorded requests', () => {
  it.each<[string, Partial<OpenRequest>, number]>([
    ['a huge number', { range: 'bytes=99999999999999999999-' }, 416],
    ['an empty suffix', { range: 'bytes=-0' }, 416],
    ['no number at all', { range: 'bytes=-' }, 200],
    ['letters', { range: 'bytes=a-b' }, 200],
    ['a weak tag in If-Range', { range: 'bytes=0-9', if_range: 'W/"3e8-1"' }, 200],
    ['a star in If-None-Match', { if_none_match: '*' }, 304],
    ['a date not before the file', { if_modified_since: 'Thu, 15 Jan 2026 08:00:00 GMT' }, 304],
    ['a date before the file', { if_modified_since: 'Thu, 15 Jan 2026 07:59:59 GMT' }, 200],
    ['a date that is none', { if_modified_since: 'yesterday' }, 200],
    [
      'a tag that differs, silencing the date',
      { if_none_match: '"x"', if_modified_since: 'Thu, 15 Jan 2030 08:00:00 GMT' },
      200,
    ],
  ])('%s', async (_name, request, status) => {
    const reply = await openFile(disk, 'lesson.mp4', { method: 'GET', ...request });
    await read(reply);
    expect(reply.status).toBe(status);
  });

  it('accepts a weak tag of the same file in If-None-Match', async () => {
    const { headers } = await openFile(disk, 'lesson.mp4', { method: 'HEAD' });
    expect(
      (await openFile(disk, 'lesson.mp4', { method: 'GET', if_none_match: `"x", W/${headers['etag']}` })).status,
    ).toBe(304);
  });

  it('serves an empty file', async () => {
    const empty = join(folder, 'empty.mp4');
    await writeFile(empty, '');
    const whole = await openFile(disk, 'empty.mp4', { method: 'GET' });
    expect([whole.status, whole.headers['content-length'], (await read(whole)).length]).toEqual([200, '0', 0]);
    expect((await openFile(disk, 'empty.mp4', { method: 'GET', range: 'bytes=0-1' })).status).toBe(416);
  });

  it.each([
    ['missing', 'no-such.mp4'],
    ['a folder', 'folder'],
  ])('refuses what is %s', async (_name, name) => {
    await mkdir(join(folder, 'folder'), { recursive: true });
    await expect(openFile(disk, name, { method: 'GET' })).rejects.toMatchObject({
      code: 'rejected',
      reason: 'no_such_file',
      status: 404,
    });
  });
});

describe('headers of a file', () => {
  it.each([
    ['a.m3u8', 'application/vnd.apple.mpegurl', undefined],
    ['a.m4s', 'video/mp4', undefined],
    ['a.png', 'image/png', undefined],
    ['a.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'attachment'],
    ['a.html', 'application/octet-stream', 'attachment'],
    ['a.svg', 'application/octet-stream', 'attachment'],
  ])('%s is %s', async (name, type, disposition) => {
    await writeFile(join(folder, name), 'x');
    const { headers } = await openFile(disk, name, { method: 'HEAD' });
    expect(headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(headers['content-disposition']).toBe(disposition);
  });

  it('are private unless the file is public', async () => {
    expect((await openFile(disk, 'lesson.mp4', { method: 'HEAD' })).headers['cache-control']).toBe('private');
    expect((await openFile(disk, 'lesson.mp4', { method: 'HEAD', cache: 'public' })).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
  });
});
