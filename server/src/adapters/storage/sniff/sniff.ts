import { open, type FileHandle } from 'node:fs/promises';
import { fileTypeOf, fileTypes, type FileFamily, type FileType } from '@kaike/shared/domain/catalog/media/file-types';
import { sniffArchive } from './sniff-archive.ts';
import { compoundMagic, sniffCompound } from './sniff-compound.ts';
import { findDocType, isMp3Frame, mp4Family } from './sniff-containers.ts';
import { isDiskImage, programOf } from './sniff-program.ts';
import { isPlainText } from './sniff-text.ts';

export type FileKind = { ext: FileType; mime: string; family: FileFamily };

/** Enough of a file to tell its kind, apart from text and archives. */
export const headBytes = 4096;

const kindOf = (ext: FileType): FileKind => ({ ext, ...fileTypes[ext] });

/** The kind for a file extension, or undefined for an unsupported one. */
export function kindOfExtension(ext: string): FileKind | undefined {
  const type = fileTypeOf(ext);
  return type && kindOf(type);
}

/** Container formats whose type depends on their content. */
type Container = 'zip' | 'compound';

/** The kind identified by the first bytes, or the container format. Undefined for text, SVG, HTML, disk images and unknown content. */
export function sniffHead(head: Buffer): FileKind | Container | undefined {
  if (head.length < 12) return undefined;
  return sniffImage(head) ?? sniffMedia(head) ?? sniffDocument(head);
}

/** The kind of a file by its content alone, regardless of its name. Text is always `txt`. */
export async function sniffFile(path: string): Promise<FileKind | undefined> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const kind = sniffHead(await readAt(file, 0, Math.min(size, headBytes)));
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
 * The kind a file is stored as when its name and its content differ: text may be Markdown or a table, a document is an
 * archive, too, and a picture displays under any picture extension. Undefined when they do not fit.
 */
export function storedKind(kind: FileKind, declared: FileKind | undefined): FileKind | undefined {
  if (declared === undefined) return undefined;
  if (declared.ext === kind.ext) return kind;
  if (declared.family === 'text') return kind.family === 'text' ? declared : undefined;
  // Many recorders write a video brand into an audio file; the probe finds out whether it has pictures.
  if (declared.ext === 'm4a' && kind.ext === 'mp4') return declared;
  if (declared.ext === 'zip') return PACKED.includes(kind.ext) ? declared : undefined;
  return DISPLAYED.includes(kind.family) && declared.family === kind.family ? kind : undefined;
}

const PACKED: readonly FileType[] = ['docx', 'xlsx', 'pptx', 'epub'];
const DISPLAYED: readonly FileFamily[] = ['image', 'video', 'audio'];

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

/** Checks that two reserved words are zero and the second header has a known size; "BM" alone would match plain text. */
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
