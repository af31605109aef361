import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { AdapterError } from '../adapter-error.ts';
import { assertObjectKey } from './object-key.ts';
import type { KeyPair, StorageDeps } from './port.ts';

export type LocalStorageConfig = KeyPair & {
  /** The folder of all uploads. */
  root: string;
  bucket: string;
  /** Where the server answers for files; part of what is signed. */
  public_path?: string;
  /** Uploads are refused before the disk has less than this left. */
  min_free_bytes?: number;
  /** The limit of a policy that names none. */
  max_size?: number;
  /** Every part but the last has at least this. */
  min_part_size?: number;
};

/** What the functions of the local storage share. */
export type LocalContext = {
  config: Required<LocalStorageConfig>;
  keys: KeyPair;
  deps: StorageDeps;
  parts_root: string;
};

const MIB = 1024 ** 2;

/** Fills in what the configuration leaves out. */
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

/** The moment in whole Unix seconds, the unit of the protocol. */
export function nowSec({ deps }: LocalContext): number {
  return Math.floor(deps.clock().getTime() / 1000);
}

/** The path of a key on disk. */
export function pathOf({ config }: LocalContext, key: string): string {
  return join(config.root, ...assertObjectKey(key).split('/'));
}

/** A path for bytes that are still arriving, on the same disk as their place. */
export function temporaryPath(context: LocalContext): string {
  return join(context.parts_root, `${temporaryName(context)}.tmp`);
}

/** A name no other writer uses. */
export function temporaryName({ deps }: LocalContext): string {
  return Buffer.from(deps.random(16)).toString('hex');
}

/** Refuses bytes the disk has no room for, before they are sent. */
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
