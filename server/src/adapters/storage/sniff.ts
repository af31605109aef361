import { open, type FileHandle } from 'node:fs/promises';
import { findDocType, isMp3Frame, mp4Family } from './sniff-containers.ts';

export type FileKind = { ext: string; mime: string; family: 'image' | 'video' | 'audio' | 'document' };

const HEAD_BYTES = 4096;
const ZIP_TAIL_BYTES = 65_536;

const KINDS = {
  jpg: { ext: 'jpg', mime: 'image/jpeg', family: 'image' },
  png: { ext: 'png', mime: 'image/png', family: 'image' },
  gif: { ext: 'gif', mime: 'image/gif', family: 'image' },
  webp: { ext: 'webp', mime: 'image/webp', family: 'image' },
  bmp: { ext: 'bmp', mime: 'image/bmp', family: 'image' },
  mp4: { ext: 'mp4', mime: 'video/mp4', family: 'video' },
  mov: { ext: 'mov', mime: 'video/quicktime', family: 'video' },
  mkv: { ext: 'mkv', mime: 'video/x-matroska', family: 'video' },
  webm: { ext: 'webm', mime: 'video/webm', family: 'video' },
  mp3: { ext: 'mp3', mime: 'audio/mpeg', family: 'audio' },
  m4a: { ext: 'm4a', mime: 'audio/mp4', family: 'audio' },
  wav: { ext: 'wav', mime: 'audio/wav', family: 'audio' },
  pdf: { ext: 'pdf', mime: 'application/pdf', family: 'document' },
  xlsx: { ext: 'xlsx', mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', family: 'document' },
} as const satisfies Record<string, FileKind>;

const SAME_KIND: Record<string, keyof typeof KINDS> = { jpeg: 'jpg', m4v: 'mp4' };

/** The kind a file name promises, or undefined for one that is not taken. */
export function kindOfExtension(ext: string): FileKind | undefined {
  const name = SAME_KIND[ext] ?? ext;
  return Object.values(KINDS).find((kind) => kind.ext === name);
}

/** The kind the first bytes prove; `zip` when only the end of the file can tell. Unknown, SVG and HTML give undefined. */
export function sniffHead(head: Buffer): FileKind | 'zip' | undefined {
  if (head.length < 12) return undefined;
  return sniffImage(head) ?? sniffMedia(head) ?? sniffDocument(head);
}

/** The kind a whole file proves by its content; its name plays no part. */
export async function sniffFile(path: string): Promise<FileKind | undefined> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const kind = sniffHead(await readAt(file, 0, Math.min(size, HEAD_BYTES)));
    if (kind !== 'zip') return kind;
    const tailLength = Math.min(size, ZIP_TAIL_BYTES);
    return isWorkbook(await readAt(file, size - tailLength, tailLength)) ? KINDS.xlsx : undefined;
  } finally {
    await file.close();
  }
}

function sniffImage(head: Buffer): FileKind | undefined {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return KINDS.jpg;
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return KINDS.png;
  const text = head.toString('latin1', 0, 12);
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return KINDS.gif;
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return KINDS.webp;
  if (text.startsWith('BM') && head.length >= 18 && isBitmapHeader(head)) return KINDS.bmp;
  return undefined;
}

function sniffMedia(head: Buffer): FileKind | undefined {
  const docType = findDocType(head);
  if (docType === 'webm') return KINDS.webm;
  if (docType === 'matroska') return KINDS.mkv;
  const brand = mp4Family(head);
  if (brand !== undefined) return KINDS[brand];
  const text = head.toString('latin1', 0, 12);
  if (text.startsWith('RIFF') && text.endsWith('WAVE')) return KINDS.wav;
  return text.startsWith('ID3') || isMp3Frame(head) ? KINDS.mp3 : undefined;
}

function sniffDocument(head: Buffer): FileKind | 'zip' | undefined {
  if (head.toString('latin1', 0, 5) === '%PDF-') return KINDS.pdf;
  return startsWith(head, [0x50, 0x4b, 0x03, 0x04]) ? 'zip' : undefined;
}

/** Two reserved words are zero and the second header has one of its known sizes; "BM" alone would match plain text. */
function isBitmapHeader(head: Buffer): boolean {
  return head.readUInt32LE(6) === 0 && [12, 40, 52, 56, 64, 108, 124].includes(head.readUInt32LE(14));
}

/** The list of entries at the end of a zip names a workbook; a Word file or a plain archive does not have one. */
function isWorkbook(tail: Buffer): boolean {
  return tail.includes('xl/workbook.xml') && tail.includes('[Content_Types].xml');
}

function startsWith(head: Buffer, bytes: number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
