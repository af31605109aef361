import type { FileHandle } from 'node:fs/promises';

const newline = 0x0a;
const chunkBytes = 65_536;
/** Longer lines are split. */
const maxLineBytes = 1_048_576;
/** Maximum read per response; a search with few matches continues where it stopped. */
const maxBytes = 8_388_608;

export type RawLine = { offset: number; text: string };
type ReadOptions = { before: number; limit: number; keep: (text: string) => boolean };
export type ReadLines = { lines: RawLine[]; next_before: number | null };

async function readBytes(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}

/** Takes complete lines off the end of a block, last first, up to the limit; returns the rest of the block. */
function takeLines(
  block: Buffer,
  start: number,
  { options, lines, is_first }: { options: ReadOptions; lines: RawLine[]; is_first: boolean },
): Buffer {
  let rest = block;
  while (rest.length > 0 && lines.length < options.limit) {
    const end = rest.at(-1) === newline ? rest.length - 1 : rest.length;
    const from = end === 0 ? 0 : rest.lastIndexOf(newline, end - 1) + 1;
    // The line may begin in the previous block.
    if (from === 0 && !is_first && end !== 0 && rest.length < maxLineBytes) break;
    if (from === 0 && !is_first && end === 0) break;
    const text = rest.subarray(from, end).toString('utf8');
    if (text !== '' && options.keep(text)) lines.push({ offset: start + from, text });
    rest = rest.subarray(0, from);
  }
  return rest;
}

/** Lines before a byte offset, last first; memory use does not depend on the size of the file. */
export async function scanBackwards(file: FileHandle, options: ReadOptions): Promise<ReadLines> {
  const lines: RawLine[] = [];
  let position = options.before;
  let rest: Buffer = Buffer.alloc(0);
  for (let read = 0; position > 0 && lines.length < options.limit && read < maxBytes; read += chunkBytes) {
    const start = Math.max(0, position - chunkBytes);
    const block = Buffer.concat([await readBytes(file, start, position - start), rest]);
    rest = takeLines(block, start, { options, lines, is_first: start === 0 });
    position = start;
  }
  const next = position + rest.length;
  return { lines, next_before: next > 0 ? next : null };
}
