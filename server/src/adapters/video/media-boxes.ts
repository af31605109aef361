import { open, type FileHandle } from 'node:fs/promises';

export type MediaLayout = { is_truncated: boolean; faststart: boolean };

type Box = { type: string; start: number; size: number };

const SEGMENT_ID = 0x18538067;
const EBML_ID = 0x1a45dfa3;
const EBML_HEAD_BYTES = 256;
/** More top-level boxes than hours of fragments have; bounds the work on a forged file. */
const MAX_BOXES = 20_000;

/** Reads the outer structure of an MP4, MOV, MKV or WebM file: whether it is truncated, and whether its index comes first. */
export async function loadLayout(path: string): Promise<MediaLayout> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const head = await readAt(file, 0, Math.min(size, EBML_HEAD_BYTES));
    if (head.length >= 4 && head.readUInt32BE(0) === EBML_ID)
      return { is_truncated: isSegmentCut(head, size), faststart: true };
    return layoutOf(await readBoxes(file, size), size);
  } finally {
    await file.close();
  }
}

/** A truncated file lacks the end of its last box, or the index that follows the media. */
function layoutOf(boxes: Box[], size: number): MediaLayout {
  const last = boxes.at(-1);
  const index = boxes.findIndex((box) => box.type === 'moov');
  const media = boxes.findIndex((box) => box.type === 'mdat');
  const isCut = last !== undefined && last.start + last.size > size;
  return { is_truncated: isCut || (media >= 0 && index < 0), faststart: index >= 0 && (media < 0 || index < media) };
}

async function readBoxes(file: FileHandle, fileSize: number): Promise<Box[]> {
  const boxes: Box[] = [];
  let at = 0;
  while (at + 8 <= fileSize && boxes.length < MAX_BOXES) {
    const head = await readAt(file, at, Math.min(16, fileSize - at));
    const box = { type: head.toString('latin1', 4, 8), start: at, size: boxSize(head, fileSize - at) };
    if (!/^[A-Za-z0-9]{4}$/.test(box.type) || box.size < 8) break;
    boxes.push(box);
    at += box.size;
  }
  return boxes;
}

/** Size 1 means that a 64-bit size follows, size 0 that the box extends to the end of the file. */
function boxSize(head: Buffer, rest: number): number {
  const short = head.readUInt32BE(0);
  if (short === 0) return rest;
  return short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short;
}

/** The segment is the last element of the file and states its length, unless it was recorded live. */
function isSegmentCut(head: Buffer, fileSize: number): boolean {
  const headLength = readVint(head, 4);
  if (headLength === undefined) return false;
  const segment = headLength.end + headLength.value;
  if (segment + 12 > head.length || head.readUInt32BE(segment) !== SEGMENT_ID) return false;
  const length = readVint(head, segment + 4);
  return length !== undefined && length.end + length.value > fileSize;
}

/** A variable-length number; undefined for "unknown", all bits set. */
function readVint(bytes: Buffer, at: number): { value: number; end: number } | undefined {
  const width = Math.clz32(bytes[at] ?? 0) - 23;
  if (width > 8 || at + width > bytes.length) return undefined;
  const raw = BigInt(`0x${bytes.toString('hex', at, at + width)}`);
  const mask = (1n << BigInt(7 * width)) - 1n;
  return (raw & mask) === mask ? undefined : { value: Number(raw & mask), end: at + width };
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
