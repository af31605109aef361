import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { createLocalStorage } from './local.ts';
import type { LocalStorageConfig } from './local-context.ts';
import { encodeObjectKey } from '../object-key.ts';
import type { LocalStorage, PartTarget, PutPolicy, StorageDeps, UploadTarget } from './local-port.ts';
import vectors from '../../../../test/fakes/vectors/qiniu.json' with { type: 'json' };

export const BUCKET = 'course-demo';
export const NOW_SEC = vectors.clock.unix;

export type TestStorage = {
  root: string;
  storage: LocalStorage;
  /** Opens the same folder as another process would. */
  reopen: () => LocalStorage;
  /** Advances the clock. */
  pass: (seconds: number) => void;
  token: (policy?: Partial<PutPolicy>) => string;
  target: (key: string, policy?: Partial<PutPolicy>) => UploadTarget;
};

/** A storage in its own folder, with the keys and the clock of the published vectors. */
export async function makeTestStorage(
  config: Partial<LocalStorageConfig> = {},
  deps: Partial<StorageDeps> = {},
): Promise<TestStorage> {
  const root = await mkdtemp(join(tmpdir(), 'kaike-storage-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  let now = NOW_SEC;
  let count = 0;
  const random = (bytes: number): Buffer =>
    createHash('sha512').update(`${root}${count++}`).digest().subarray(0, bytes);
  const log = { info: () => undefined, warn: () => undefined };
  const keys = { access_key: vectors.accessKey, secret_key: vectors.secretKey };
  const reopen = (): LocalStorage =>
    createLocalStorage(
      { root, bucket: BUCKET, min_free_bytes: 0, min_part_size: 1, ...keys, ...config },
      { clock: () => new Date(now * 1000), random, log, ...deps },
    );
  const storage = reopen();
  const token = (policy: Partial<PutPolicy> = {}): string =>
    storage.uploadToken({ scope: BUCKET, deadline: NOW_SEC + 3600, ...policy });
  const target = (key: string, policy: Partial<PutPolicy> = {}): UploadTarget => ({
    auth: `UpToken ${token({ scope: `${BUCKET}:${key}`, insertOnly: 1, ...policy })}`,
    bucket: BUCKET,
    encoded_key: encodeObjectKey(key),
  });
  return {
    root,
    storage,
    reopen,
    pass: (seconds) => {
      now += seconds;
    },
    token,
    target,
  };
}

/** Sends numbered parts one after the other, and returns the list `complete` requires. */
export async function writeAllParts(
  storage: LocalStorage,
  upload: PartTarget,
  parts: [number, Buffer][],
): Promise<{ partNumber: number; etag: string }[]> {
  const uploaded = [];
  for (const [partNumber, bytes] of parts) {
    const { etag } = await storage.putPart({ ...upload, part_number: partNumber, body: bodyOf(bytes) });
    uploaded.push({ partNumber, etag });
  }
  return uploaded;
}

/** A body that arrives in pieces, as from a socket. */
export function bodyOf(bytes: Buffer, piece = 1000): Readable {
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, index) =>
    bytes.subarray(index * piece, (index + 1) * piece),
  );
  return Readable.from(pieces);
}

/** Bytes that begin like an MP4 file. */
export function videoBytes(length: number): Buffer {
  const head = Buffer.concat([Buffer.of(0, 0, 0, 24), Buffer.from('ftypisom\0\0\x02\0isommp42')]);
  return Buffer.concat([head, Buffer.from(Array.from({ length: length - head.length }, (_, index) => index % 251))]);
}

/** A whole picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
