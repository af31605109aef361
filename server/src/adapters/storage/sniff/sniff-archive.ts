import type { FileHandle } from 'node:fs/promises';
import type { FileType } from '@kaike/shared/domain/catalog/media/file-types';

const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const ENTRY_BYTES = 46;
/** A larger directory lists more files than any lesson archive has. */
const MAX_DIRECTORY_BYTES = 16 * 1024 * 1024;
const END_MAGIC = 0x06054b50;
const ENTRY_MAGIC = 0x02014b50;

type Directory = { at: number; size: number; count: number };

/** Office parts that identify the type of a package. */
const OFFICE: readonly [RegExp, FileType][] = [
  [/^word\/document\d*\.xml$/, 'docx'],
  [/^xl\/workbook\.xml$/, 'xlsx'],
  [/^ppt\/presentation\.xml$/, 'pptx'],
];

/**
 * The type of a zip's content, or undefined for one that is truncated or damaged: its directory must be complete, and every
 * entry must precede it. Nothing is unpacked.
 */
export async function sniffArchive(file: FileHandle, size: number): Promise<FileType | undefined> {
  const directory = await findDirectory(file, size);
  if (directory === undefined) return undefined;
  const names = readNames(await readAt(file, directory.at, directory.size), directory);
  if (names === undefined) return undefined;
  const head = (await readAt(file, 0, 128)).toString('latin1');
  if (
    head.slice(30, 38) === 'mimetype' &&
    head.includes('application/epub+zip') &&
    names.includes('META-INF/container.xml')
  )
    return 'epub';
  if (names.includes('AndroidManifest.xml') && (names.includes('classes.dex') || names.includes('resources.arsc')))
    return 'apk';
  return officeOf(names) ?? 'zip';
}

/** A package with macros counts as a plain archive, so it is refused under a document's name. */
function officeOf(names: readonly string[]): FileType | undefined {
  if (!names.includes('[Content_Types].xml') || names.some((name) => /vbaProject\.bin$/i.test(name))) return undefined;
  return OFFICE.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1];
}

/** The record at the end holds the position of the directory; a truncated file has none. */
async function findDirectory(file: FileHandle, size: number): Promise<Directory | undefined> {
  const length = Math.min(size, END_BYTES + MAX_COMMENT_BYTES);
  const tail = await readAt(file, size - length, length);
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END_MAGIC || at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length) continue;
    const directory = {
      count: tail.readUInt16LE(at + 10),
      size: tail.readUInt32LE(at + 12),
      at: tail.readUInt32LE(at + 16),
    };
    const isInside = directory.at + directory.size <= size - length + at;
    return isInside && directory.count > 0 && directory.size <= MAX_DIRECTORY_BYTES ? directory : undefined;
  }
  return undefined;
}

/** Names of all entries; undefined when the directory is inconsistent. */
function readNames(bytes: Buffer, directory: Directory): string[] | undefined {
  const names: string[] = [];
  let at = 0;
  while (names.length < directory.count) {
    if (at + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(at) !== ENTRY_MAGIC) return undefined;
    const nameEnd = at + ENTRY_BYTES + bytes.readUInt16LE(at + 28);
    const dataEnd = bytes.readUInt32LE(at + 42) + bytes.readUInt32LE(at + 20);
    if (nameEnd > bytes.length || dataEnd > directory.at) return undefined;
    names.push(bytes.toString('utf8', at + ENTRY_BYTES, nameEnd));
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return names;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
