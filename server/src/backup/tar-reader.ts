import type { Readable } from 'node:stream';
import { BLOCK } from './tar-writer.ts';

/** A file of the archive; its content must be read to the end before the next entry is requested. */
export type TarEntry = { name: string; size: number; content: AsyncIterable<Buffer> };

const CUT_SHORT = 'The archive ends too early.';

type ByteSource = {
  /** Exactly `count` bytes. */
  take(count: number): Promise<Buffer>;
  /** The next `count` bytes, as they arrive. */
  stream(count: number): AsyncGenerator<Buffer>;
};

function createByteSource(input: Readable): ByteSource {
  const chunks = input[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  async function* stream(count: number): AsyncGenerator<Buffer> {
    let missing = count;
    while (missing > 0) {
      if (rest.length === 0) {
        const next = await chunks.next();
        if (next.done) throw new Error(CUT_SHORT);
        rest = next.value;
      }
      const piece = rest.subarray(0, missing);
      rest = rest.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }
  return {
    stream,
    async take(count) {
      const pieces: Buffer[] = [];
      for await (const piece of stream(count)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
  };
}

const text = (block: Buffer, start: number, length: number): string => {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
};

function assertHeader(block: Buffer): void {
  const expected = Number.parseInt(text(block, 148, 8).trim(), 8);
  const blanked = Buffer.from(block).fill(' ', 148, 156);
  if (expected !== blanked.reduce((total, byte) => total + byte, 0))
    throw new Error('The archive is damaged: a header does not match its checksum.');
}

function readExtended(content: string): Map<string, string> {
  return new Map([...content.matchAll(/\d+ ([^=\n]+)=([^\n]*)\n/g)].map(([, key = '', value = '']) => [key, value]));
}

async function* readEntries(source: ByteSource): AsyncGenerator<TarEntry> {
  let extended = new Map<string, string>();
  for (;;) {
    const block = await source.take(BLOCK);
    if (block.every((byte) => byte === 0)) return;
    assertHeader(block);
    const size = Number(extended.get('size') ?? Number.parseInt(text(block, 124, 12), 8));
    if (text(block, 156, 1) === 'x') {
      extended = readExtended((await source.take(size)).toString('utf8'));
    } else {
      yield { name: extended.get('path') ?? text(block, 0, 100), size, content: source.stream(size) };
      extended = new Map();
    }
    await source.take((BLOCK - (size % BLOCK)) % BLOCK);
  }
}

/** The files of a tar, one after the other; the input is closed when the reader stops iterating. */
export async function* readTar(input: Readable): AsyncGenerator<TarEntry> {
  try {
    yield* readEntries(createByteSource(input));
  } finally {
    input.destroy();
  }
}
