import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadLayout } from './media-boxes.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaike-boxes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function box(type: string, length: number, claimed = length + 8): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(claimed, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, Buffer.alloc(length)]);
}

function largeBox(type: string, length: number, claimed = length + 16): Buffer {
  const head = box(type, 8, 1);
  head.writeBigUInt64BE(BigInt(claimed), 8);
  return Buffer.concat([head, Buffer.alloc(length)]);
}

const EBML_HEAD = Buffer.from('1a45dfa384428281ff', 'hex').subarray(0, 9);
const segment = (size: string, length: number): Buffer =>
  Buffer.concat([EBML_HEAD, Buffer.from(`18538067${size}`, 'hex'), Buffer.alloc(length)]);

it.each<[string, Buffer[], boolean, boolean]>([
  ['index first', [box('ftyp', 8), box('moov', 50), box('mdat', 90)], false, true],
  ['index last', [box('ftyp', 8), box('mdat', 90), box('moov', 50)], false, false],
  ['media of 64-bit length', [box('ftyp', 8), largeBox('mdat', 90), box('moov', 50)], false, false],
  ['a last box to the end', [box('ftyp', 8), box('moov', 50), box('mdat', 90, 0)], false, true],
  ['fragments', [box('ftyp', 8), box('moov', 50), box('moof', 9), box('mdat', 90)], false, true],
  ['cut in the media', [box('ftyp', 8), box('moov', 50), box('mdat', 90, 500)], true, true],
  ['cut in 64-bit media', [box('ftyp', 8), largeBox('mdat', 90, 5e9)], true, false],
  ['no index', [box('ftyp', 8), box('mdat', 90)], true, false],
  ['a tail that is no box', [box('ftyp', 8), box('moov', 50), box('mdat', 90), Buffer.alloc(30)], false, true],
  ['text', [Buffer.from('This is a text file, and nothing else at all.')], false, false],
  ['nothing', [], false, false],
  ['a whole segment', [segment('01000000000000ff', 255)], false, true],
  ['a segment that broke off', [segment('01000000000000ff', 200)], true, true],
  ['a live segment', [segment('01ffffffffffffff', 200)], false, true],
])('%s', async (_name, parts, isTruncated, faststart) => {
  const path = join(folder, 'file');
  await writeFile(path, Buffer.concat(parts));
  expect(await loadLayout(path)).toEqual({ is_truncated: isTruncated, faststart });
});

it('does not follow a chain of empty boxes for ever', async () => {
  const path = join(folder, 'chain');
  await writeFile(path, Buffer.alloc(8 * 40_000, box('free', 0)));
  expect(await loadLayout(path)).toEqual({ is_truncated: false, faststart: false });
});
