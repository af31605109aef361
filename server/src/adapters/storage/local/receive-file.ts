import { createHash } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { AdapterError } from '../../../core/adapter-error.ts';
import { KodoEtag } from '../kodo/etag.ts';

export type WrittenFile = { size: number; etag: string; md5: string; crc32: number };

export type ReceiveOptions = {
  max_bytes: number;
  /** The announced length; a body of another length comes from a broken connection. */
  content_length?: number | undefined;
  content_md5?: string | undefined;
  crc32?: string | undefined;
};

/** Streams a body to a new file and syncs it to disk; a body that is too long, truncated or altered leaves no file behind. */
export async function receiveFile(body: Readable, path: string, options: ReceiveOptions): Promise<WrittenFile> {
  try {
    if ((options.content_length ?? 0) > options.max_bytes) throw tooLarge();
    await mkdir(dirname(path), { recursive: true });
    const received = await writeNew(body, path, options.max_bytes);
    checkReceived(received, options);
    return received;
  } catch (error) {
    await rm(path, { force: true });
    throw asAdapterError(error);
  }
}

/** Reads and discards the rest of a refused body, so that the client receives the error response. */
export async function drainOnFailure<T>(body: Readable, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    body.on('error', () => undefined).resume();
    throw error;
  }
}

/** Writes bytes and waits until they are on disk. */
export async function writeDurably(path: string, bytes: string | Uint8Array): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function writeNew(body: Readable, path: string, maxBytes: number): Promise<WrittenFile> {
  const file = await open(path, 'wx');
  try {
    const received = await writeChunks(body, file, maxBytes);
    await file.sync();
    return received;
  } finally {
    await file.close();
  }
}

async function writeChunks(body: Readable, file: FileHandle, maxBytes: number): Promise<WrittenFile> {
  const etag = new KodoEtag();
  const md5 = createHash('md5');
  let size = 0;
  let crc = 0;
  for await (const piece of body.iterator({ destroyOnReturn: false })) {
    const chunk = toBuffer(piece);
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    etag.update(chunk);
    md5.update(chunk);
    crc = crc32(chunk, crc);
    await file.writeFile(chunk);
  }
  return { size, etag: etag.digest(), md5: md5.digest('hex'), crc32: crc };
}

function checkReceived(received: WrittenFile, options: ReceiveOptions): void {
  if (options.content_length !== undefined && options.content_length !== received.size) {
    throw new AdapterError('rejected', { reason: 'length_mismatch', status: 400 });
  }
  const isMd5Right = options.content_md5 === undefined || options.content_md5.toLowerCase() === received.md5;
  const isCrcRight = options.crc32 === undefined || options.crc32 === String(received.crc32);
  if (!isMd5Right || !isCrcRight) throw new AdapterError('rejected', { reason: 'checksum_mismatch', status: 406 });
}

function toBuffer(piece: unknown): Buffer {
  if (Buffer.isBuffer(piece)) return piece;
  if (typeof piece === 'string' || piece instanceof Uint8Array) return Buffer.from(piece);
  throw new TypeError('a body is a stream of bytes');
}

function tooLarge(): AdapterError {
  return new AdapterError('rejected', { reason: 'too_large', status: 413 });
}

function asAdapterError(error: unknown): AdapterError {
  if (error instanceof AdapterError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AdapterError('quota_exhausted', { reason: 'disk_full', status: 507, cause: error });
  return new AdapterError('unavailable', { reason: 'interrupted', status: 599, cause: error });
}
