import type { FileHandle } from 'node:fs/promises';
import type { FileType } from '@kaike/shared/domain/catalog/media/file-types';

/** The header of compound files: Office documents before 2007 and Windows installer packages. */
export const compoundMagic = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

const headerBytes = 512;
const entryBytes = 128;
/** Higher sector numbers are markers: end of chain, free, part of the table itself. */
const lastSector = 0xfffffffa;
/** The header lists this many sectors of the allocation table; larger files list more elsewhere, but no directory needs them. */
const tablesInHeader = 109;
/** A larger directory lists more entries than any document has. */
const maxSectors = 256;
const streamEntry = 2;
/** Smaller streams are stored in shared sectors. */
const smallStreamBytes = 4096;
/** The class id that Windows Installer gives the root entry of its packages. */
const installerClass = Buffer.from('84100c0000000000c000000000000046', 'hex');

/** Streams that identify the type of a document. */
const documents: readonly [string, FileType][] = [
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
];

type Layout = { file: FileHandle; size: number; sector: number; header: Buffer };
type Entry = { name: string; type: number; start: number; length: number };

/**
 * The type of a compound file, or undefined for one that is truncated, lists macros in its directory, is
 * password-protected, or is something else. The content itself is not read.
 */
export async function sniffCompound(file: FileHandle, size: number): Promise<FileType | undefined> {
  const header = await readAt(file, 0, headerBytes);
  const shift = header.length === headerBytes ? header.readUInt16LE(30) : 0;
  if (shift !== 9 && shift !== 12) return undefined;
  const layout = { file, size, sector: 2 ** shift, header };
  const bytes = await readDirectory(layout);
  if (bytes === undefined) return undefined;
  const entries = entriesOf(bytes);
  const isWhole = entries.every(
    ({ type, start, length }) =>
      type !== streamEntry ||
      length < smallStreamBytes ||
      offsetOf(layout, start) + Math.min(length, layout.sector) <= size,
  );
  if (!isWhole || entries.some(({ name }) => name === 'VBA' || name === 'EncryptedPackage')) return undefined;
  return (
    documents.find(([name]) => entries.some((entry) => entry.name === name))?.[1] ??
    (isInstallerPackage(bytes) ? 'msi' : undefined)
  );
}

const isInstallerPackage = (directory: Buffer): boolean => directory.subarray(80, 96).equals(installerClass);

const offsetOf = ({ sector }: Layout, index: number): number => (index + 1) * sector;

/** Reads the directory's chain of sectors; undefined when it leaves the file or is circular. */
async function readDirectory(layout: Layout): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let at: number | undefined = layout.header.readUInt32LE(48);
  while (at !== undefined && at < lastSector) {
    const part: Buffer = await readSector(layout, at);
    if (part.length < layout.sector || parts.length === maxSectors) return undefined;
    parts.push(part);
    at = await nextSector(layout, at);
  }
  return at === undefined || parts.length === 0 ? undefined : Buffer.concat(parts);
}

async function nextSector(layout: Layout, index: number): Promise<number | undefined> {
  const perTable = layout.sector / 4;
  const table = Math.floor(index / perTable);
  if (table >= tablesInHeader) return undefined;
  const listed = layout.header.readUInt32LE(76 + table * 4);
  const part = listed < lastSector ? await readSector(layout, listed) : Buffer.alloc(0);
  return part.length === layout.sector ? part.readUInt32LE((index % perTable) * 4) : undefined;
}

function entriesOf(directory: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + entryBytes <= directory.length; at += entryBytes) {
    const nameBytes = directory.readUInt16LE(at + 64);
    if (nameBytes < 2 || nameBytes > 64) continue;
    entries.push({
      name: directory.toString('utf16le', at, at + nameBytes - 2),
      type: directory.readUInt8(at + 66),
      start: directory.readUInt32LE(at + 116),
      length: directory.readUInt32LE(at + 120),
    });
  }
  return entries;
}

const readSector = (layout: Layout, index: number): Promise<Buffer> =>
  readAt(layout.file, offsetOf(layout, index), layout.sector);

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
