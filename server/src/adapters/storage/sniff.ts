import { open, type FileHandle } from 'node:fs/promises';
import { fileTypeOf, fileTypes, type FileFamily, type FileType } from '@kaike/shared/domain/file-types';
import { sniffArchive } from './sniff-archive.ts';
import { compoundMagic, sniffCompound } from './sniff-compound.ts';
import { findDocType, isMp3Frame, mp4Family } from './sniff-containers.ts';
import { isDiskImage, programOf } from './sniff-program.ts';
import { isPlainText } from './sniff-text.ts';

export type FileKind = { ext: FileType; mime: string; family: FileFamily };

const HEAD_BYTES = 4096;

const kindOf = (ext: FileType): FileKind => ({ ext, ...fileTypes[ext] });

/** The kind a file name promises, or undefined for one that is not taken. */
export function kindOfExtension(ext: string): FileKind | undefined {
  const type = fileTypeOf(ext);
  return type && kindOf(type);
}

/** Families of which the head tells no more; what is inside decides. */
type Container = 'zip' | 'compound';

/** The kind the first bytes prove, or the container they open. Text, SVG, HTML, disk images and what is unknown give undefined. */
export function sniffHead(head: Buffer): FileKind | Container | undefined {
  if (head.length < 12) return undefined;
  return sniffImage(head) ?? sniffMedia(head) ?? sniffDocument(head);
}

/** The kind a whole file proves by its content; its name plays no part. Text is `txt`, whatever it is about. */
export async function sniffFile(path: string): Promise<FileKind | undefined> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const kind = sniffHead(await readAt(file, 0, Math.min(size, HEAD_BYTES)));
    if (kind === undefined) return await sniffRest(file, size);
    if (typeof kind === 'object') return kind;
    const packed = await (kind === 'zip' ? sniffArchive : sniffCompound)(file, size);
    return packed && kindOf(packed);
  } finally {
    await file.close();
  }
}

async function sniffRest(file: FileHandle, size: number): Promise<FileKind | undefined> {
  if (await isDiskImage(file, size)) return kindOf('dmg');
  return (await isPlainText(file, size)) ? kindOf('txt') : undefined;
}

/**
 * What a file is kept as when its name promises something else than its content: text may be Markdown or a table, a
 * document is an archive, too, and a picture shows under any picture's name. Undefined when the promise is broken.
 */
export function keptAs(kind: FileKind, promised: FileKind | undefined): FileKind | undefined {
  if (promised === undefined) return undefined;
  if (promised.ext === kind.ext) return kind;
  if (promised.family === 'text') return kind.family === 'text' ? promised : undefined;
  // Many recorders write the brand of a film into a sound; whether there are pictures in it the probe tells.
  if (promised.ext === 'm4a' && kind.ext === 'mp4') return promised;
  if (promised.ext === 'zip') return PACKED.includes(kind.ext) ? promised : undefined;
  return SHOWN.includes(kind.family) && promised.family === kind.family ? kind : undefined;
}

const PACKED: readonly FileType[] = ['docx', 'xlsx', 'pptx', 'epub'];
const SHOWN: readonly FileFamily[] = ['image', 'video', 'audio'];

function sniffImage(head: Buffer): FileKind | undefined {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return kindOf('jpg');
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return kindOf('png');
  const text = head.toString('latin1', 0, 12);
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return kindOf('gif');
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return kindOf('webp');
  if (text.startsWith('BM') && head.length >= 18 && isBitmapHeader(head)) return kindOf('bmp');
  return undefined;
}

function sniffMedia(head: Buffer): FileKind | undefined {
  const docType = findDocType(head);
  if (docType === 'webm') return kindOf('webm');
  if (docType === 'matroska') return kindOf('mkv');
  const brand = mp4Family(head);
  if (brand !== undefined) return kindOf(brand);
  const text = head.toString('latin1', 0, 12);
  if (text.startsWith('RIFF') && text.endsWith('WAVE')) return kindOf('wav');
  return text.startsWith('ID3') || isMp3Frame(head) ? kindOf('mp3') : undefined;
}

function sniffDocument(head: Buffer): FileKind | Container | undefined {
  if (head.toString('latin1', 0, 5) === '%PDF-') return kindOf('pdf');
  const program = programOf(head);
  if (program !== undefined) return kindOf(program);
  if (startsWith(head, compoundMagic)) return 'compound';
  return startsWith(head, [0x50, 0x4b, 0x03, 0x04]) ? 'zip' : undefined;
}

/** Two reserved words are zero and the second header has one of its known sizes; "BM" alone would match plain text. */
function isBitmapHeader(head: Buffer): boolean {
  return head.readUInt32LE(6) === 0 && [12, 40, 52, 56, 64, 108, 124].includes(head.readUInt32LE(14));
}

function startsWith(head: Buffer, bytes: number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
