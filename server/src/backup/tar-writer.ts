import { once } from 'node:events';
import type { Writable } from 'node:stream';

export const BLOCK = 512;
const NAME_BYTES = 100;
/** Eleven octal digits; larger sizes need the extended header. */
const LARGEST_SIZE = 8 ** 11 - 1;

export type TarWriter = {
  /** Adds a file of exactly `size` bytes; too many or too few are an error. */
  file(name: string, size: number, content: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void>;
  /** Writes the end mark and ends the stream below. */
  finish(): Promise<void>;
};

const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`;

function header({ name, size, type }: { name: string; size: number; type: '0' | 'x' }): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0, NAME_BYTES);
  block.write(octal(0o600, 8) + octal(0, 8) + octal(0, 8), 100);
  block.write(octal(Math.min(size, LARGEST_SIZE), 12), 124);
  block.write(octal(Math.floor(Date.now() / 1000), 12), 136);
  block.write(`        ${type}`, 148); // the checksum field itself counts as blanks
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** One `length key=value` line, whose length counts itself. */
function extendedLine(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  let length = Buffer.byteLength(rest);
  while (length !== Buffer.byteLength(rest) + String(length).length)
    length = Buffer.byteLength(rest) + String(length).length;
  return `${length}${rest}`;
}

const padding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** The extended header that long or Chinese names and files of 8 GiB need; empty for all others. */
function extension(name: string, size: number): Buffer {
  const isPlain = /^[\x20-\x7e]*$/.test(name) && name.length <= NAME_BYTES;
  if (isPlain && size <= LARGEST_SIZE) return Buffer.alloc(0);
  const content = Buffer.from(extendedLine('path', name) + extendedLine('size', String(size)));
  return Buffer.concat([
    header({ name: 'extended', size: content.length, type: 'x' }),
    content,
    padding(content.length),
  ]);
}

/** Writes a POSIX tar to a stream, at the pace the stream can take. */
export function createTarWriter(sink: Writable): TarWriter {
  sink.on('error', () => undefined); // kept in `errored` and thrown by the next write
  const write = async (chunk: Buffer): Promise<void> => {
    if (sink.errored) throw sink.errored;
    if (chunk.length > 0 && !sink.write(chunk)) await once(sink, 'drain');
  };
  return {
    async file(name, size, content) {
      await write(Buffer.concat([extension(name, size), header({ name, size, type: '0' })]));
      let written = 0;
      for await (const chunk of content) {
        written += chunk.length;
        if (written > size) break;
        await write(chunk);
      }
      if (written !== size) throw new Error(`${name} changed its size while it was read.`);
      await write(padding(size));
    },
    async finish() {
      await write(Buffer.alloc(2 * BLOCK));
      sink.end();
      await once(sink, 'finish');
    },
  };
}
