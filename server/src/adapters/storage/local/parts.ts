import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AdapterError } from '../../../core/adapter-error.ts';
import type { PartFile } from './local-port.ts';
import { syncDirectory } from './publish-file.ts';
import { receiveFile, writeDurably, type ReceiveOptions } from './receive-file.ts';

export const MAX_PART_NUMBER = 10_000;
export const MAX_PART_BYTES = 1024 ** 3;
export const UPLOAD_DAYS = 7;

const META_FILE = 'upload.json';
const UPLOAD_ID = /^[0-9a-f]{32}$/;
/** `{number}.{etag}.{md5}.part`: the name holds all that a list needs, and appears atomically. */
const PART_FILE = /^(\d{5})\.([\w=-]{28})\.([0-9a-f]{32})\.part$/;

/** The purpose of an upload; times are Unix seconds. */
export type UploadMeta = { bucket: string; key: string | undefined; end_user: string | undefined; expire_at: number };

export type StoredPart = PartFile & { md5: string; path: string; written_ms: number };

export type PartBody = Omit<ReceiveOptions, 'crc32'> & { part_number: number; body: Readable };

/** The folder of one upload; a malformed id is reported as a missing upload. */
export function uploadFolder(root: string, uploadId: string): string {
  if (!UPLOAD_ID.test(uploadId)) throw noSuchUpload();
  return join(root, uploadId);
}

/** Begins an upload under an unguessable id. */
export async function createUpload(
  root: string,
  meta: UploadMeta,
  random: (bytes: number) => Uint8Array,
): Promise<string> {
  const uploadId = Buffer.from(random(16)).toString('hex');
  const folder = uploadFolder(root, uploadId);
  await mkdir(folder, { recursive: true });
  await writeDurably(join(folder, META_FILE), JSON.stringify(meta));
  await syncDirectory(root);
  return uploadId;
}

/** Reads the metadata of an upload that has not expired. */
export async function loadUpload(folder: string, nowSec: number): Promise<UploadMeta> {
  const meta = await readMeta(folder);
  if (meta === undefined || meta.expire_at <= nowSec) throw noSuchUpload();
  return meta;
}

/** Stores one part; it gets its name only when it is completely on disk, so a crash loses at most the part being written. */
export async function writePart(folder: string, part: PartBody, token: string): Promise<{ etag: string; md5: string }> {
  const { part_number, body, ...options } = part;
  const temporary = join(folder, `${token}.tmp`);
  const received = await receiveFile(body, temporary, options);
  const name = `${String(part_number).padStart(5, '0')}.${received.etag}.${received.md5}.part`;
  await rename(temporary, join(folder, name));
  await syncDirectory(folder);
  await dropReplaced(folder, part_number, name);
  return { etag: received.etag, md5: received.md5 };
}

/** The stored parts by number; of several versions the latest. */
export async function loadParts(folder: string): Promise<StoredPart[]> {
  const byNumber = new Map<number, StoredPart>();
  for (const part of await readAllParts(folder)) {
    const earlier = byNumber.get(part.partNumber);
    if (earlier === undefined || earlier.written_ms <= part.written_ms) byNumber.set(part.partNumber, part);
  }
  return [...byNumber.values()];
}

/** The parts a client requests to join, in order; a missing, repeated or different part fails the whole request. */
export function selectParts(parts: StoredPart[], requested: { partNumber: number; etag: string }[]): StoredPart[] {
  const isAscending = requested.every((entry, index) => entry.partNumber > (requested[index - 1]?.partNumber ?? 0));
  if (requested.length === 0 || !isAscending)
    throw new AdapterError('rejected', { reason: 'invalid_part_list', status: 400 });
  return requested.map((entry) => {
    const part = parts.find((stored) => stored.partNumber === entry.partNumber && stored.etag === entry.etag);
    if (part === undefined) throw new AdapterError('rejected', { reason: 'bad_part', status: 701 });
    return part;
  });
}

/** Deletes the bytes of a completed upload; its metadata and result remain until it expires. */
export async function deleteParts(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => PART_FILE.test(name) || name.endsWith('.tmp'));
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}

/** Deletes expired uploads and leftovers older than an upload can be; returns how many. */
export async function cleanExpiredUploads(root: string, nowSec: number): Promise<number> {
  const names = await readdir(root).catch(() => []);
  const expired = await Promise.all(names.map((name) => isExpired(join(root, name), nowSec)));
  const leftovers = names.filter((_, index) => expired[index] === true);
  await Promise.all(leftovers.map((name) => rm(join(root, name), { recursive: true, force: true })));
  return leftovers.length;
}

async function isExpired(path: string, nowSec: number): Promise<boolean> {
  const meta = await readMeta(path);
  if (meta !== undefined) return meta.expire_at <= nowSec;
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && stats.mtimeMs / 1000 + UPLOAD_DAYS * 86_400 <= nowSec;
}

async function readMeta(folder: string): Promise<UploadMeta | undefined> {
  const text = await readFile(join(folder, META_FILE), 'utf8').catch(() => '');
  // A crash at the beginning of the upload leaves an empty or partial file; nobody knows its id yet, so it counts as missing.
  if (!text.endsWith('}')) return undefined;
  return JSON.parse(text) as UploadMeta;
}

/** Deletes only older versions, so that two concurrent writers of one part never lose both. */
async function dropReplaced(folder: string, partNumber: number, name: string): Promise<void> {
  const versions = (await readAllParts(folder)).filter((part) => part.partNumber === partNumber);
  const current = versions.find((part) => part.path.endsWith(name));
  const older = versions.filter((part) => part.written_ms < (current?.written_ms ?? 0));
  await Promise.all(older.map((other) => rm(other.path, { force: true })));
}

async function readAllParts(folder: string): Promise<StoredPart[]> {
  const names = (await readdir(folder)).filter((name) => PART_FILE.test(name)).sort();
  const parts = await Promise.all(names.map((name) => readPart(folder, name)));
  return parts.filter((part) => part !== undefined);
}

/** Undefined when a newer version replaced the part in the meantime. */
async function readPart(folder: string, name: string): Promise<StoredPart | undefined> {
  const path = join(folder, name);
  const [, number = '', etag = '', md5 = ''] = PART_FILE.exec(name) ?? [];
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return undefined;
  const { size, mtimeMs } = stats;
  return {
    partNumber: Number(number),
    etag,
    md5,
    size,
    putTime: Math.floor(mtimeMs / 1000),
    path,
    written_ms: mtimeMs,
  };
}

function noSuchUpload(): AdapterError {
  return new AdapterError('rejected', { reason: 'no_such_upload', status: 612 });
}
