import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { AdapterError } from '../../../core/adapter-error.ts';
import { assertObjectKey } from '../object-key.ts';
import type { KeyPair, StorageDeps } from './local-port.ts';

export type LocalStorageConfig = KeyPair & {
  /** Root folder of all uploads. */
  root: string;
  bucket: string;
  /** Path at which the server serves files; part of the signed text. */
  public_path?: string;
  /** Uploads that would leave less free disk space than this are refused. */
  min_free_bytes?: number;
  /** The limit for policies without one. */
  max_size?: number;
  /** Minimum size of every part but the last. */
  min_part_size?: number;
};

/** Context shared by the functions of the local storage. */
export type LocalContext = {
  config: Required<LocalStorageConfig>;
  keys: KeyPair;
  deps: StorageDeps;
  parts_root: string;
};

const MIB = 1024 ** 2;

/** Completes the configuration with defaults. */
export function makeLocalContext(config: LocalStorageConfig, deps: StorageDeps): LocalContext {
  const full = {
    public_path: '/uploads',
    min_free_bytes: 512 * MIB,
    max_size: 8192 * MIB,
    min_part_size: MIB,
    ...config,
  };
  if (full.secret_key === '' || full.bucket === '' || full.root === '')
    throw new AdapterError('config_invalid', { reason: 'storage' });
  const keys = { access_key: full.access_key, secret_key: full.secret_key };
  return { config: full, keys, deps, parts_root: join(full.root, '.parts') };
}

/** The current time in whole Unix seconds, the unit of the protocol. */
export function nowSec({ deps }: LocalContext): number {
  return Math.floor(deps.clock().getTime() / 1000);
}

/** The path of a key on disk. */
export function pathOf({ config }: LocalContext, key: string): string {
  return join(config.root, ...assertObjectKey(key).split('/'));
}

/** A path for an incomplete file, on the same disk as its destination. */
export function temporaryPath(context: LocalContext): string {
  return join(context.parts_root, `${temporaryName(context)}.tmp`);
}

/** A unique file name. */
export function temporaryName({ deps }: LocalContext): string {
  return Buffer.from(deps.random(16)).toString('hex');
}

/** Refuses an upload the disk has no room for, before it is sent. */
export async function assertRoom(context: LocalContext, bytes: number): Promise<void> {
  await mkdir(context.parts_root, { recursive: true });
  const free = await (context.deps.freeBytes ?? freeBytes)(context.config.root);
  if (free - bytes < context.config.min_free_bytes)
    throw new AdapterError('quota_exhausted', { reason: 'disk_full', status: 507 });
}

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
