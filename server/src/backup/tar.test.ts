import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTar } from './tar-reader.ts';
import { createTarWriter } from './tar-writer.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaike-tar-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

type File = { name: string; content: Buffer };

async function write(files: File[]): Promise<string> {
  const path = join(folder, 'archive.tar');
  const tar = createTarWriter(createWriteStream(path));
  for (const { name, content } of files) await tar.file(name, content.length, [content]);
  await tar.finish();
  return path;
}

async function read(input: Readable): Promise<File[]> {
  const files: File[] = [];
  for await (const { name, content } of readTar(input)) {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk);
    files.push({ name, content: Buffer.concat(chunks) });
  }
  return files;
}

const LONG = `files/uploads/${'长'.repeat(60)}/${'b'.repeat(90)}.mp4`;

describe('tar', () => {
  it('returns what was written, for any name, size and chunking', async () => {
    const file = fc.record({
      name: fc.oneof(fc.stringMatching(/^[a-z0-9_./-]{1,100}$/), fc.constant(LONG)),
      content: fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(file, { maxLength: 5 }),
        fc.integer({ min: 1, max: 700 }),
        async (files, highWaterMark) => {
          const path = await write(files);
          expect(await read(createReadStream(path, { highWaterMark }))).toEqual(files);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("is understood by the system's tar", async () => {
    const path = await write([
      { name: 'one.txt', content: Buffer.from('one') },
      { name: LONG, content: Buffer.alloc(1000, 'x') },
    ]);
    expect(spawnSync('tar', ['-xf', path, '-C', folder]).status).toBe(0);
    expect(readFileSync(join(folder, 'one.txt'), 'utf8')).toBe('one');
    expect(readFileSync(join(folder, LONG)).length).toBe(1000);
  });

  it('refuses a file that does not have the announced size', async () => {
    const tar = createTarWriter(createWriteStream(join(folder, 'archive.tar')));
    await expect(tar.file('short', 5, [Buffer.from('abc')])).rejects.toThrow('short changed its size');
  });

  it('detects a truncated archive and a changed header', async () => {
    const bytes = readFileSync(await write([{ name: 'a', content: Buffer.alloc(600, 'x') }]));
    await expect(read(Readable.from([bytes.subarray(0, 800)]))).rejects.toThrow('ends too early');
    bytes[0] = 0x62;
    await expect(read(Readable.from([bytes]))).rejects.toThrow('damaged');
  });

  it('fails when the underlying stream fails', async () => {
    const tar = createTarWriter(createWriteStream(join(folder, 'missing/archive.tar')));
    const fill = async () => {
      for (let count = 0; count < 100; count += 1) await tar.file('a', 100_000, [Buffer.alloc(100_000)]);
    };
    await expect(fill()).rejects.toThrow('ENOENT');
  });
});
