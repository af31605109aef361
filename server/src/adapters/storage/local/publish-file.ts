import { access, link, mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AdapterError } from '../../../core/adapter-error.ts';

export type PublishMode = 'insert' | 'overwrite';

const NO_HARD_LINKS = ['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'];
const NO_DIRECTORY_SYNC = ['EPERM', 'EISDIR', 'EACCES', 'EINVAL'];

/** Moves a finished file to its destination atomically; `insert` never replaces a file. */
export async function publishFile(temporary: string, target: string, mode: PublishMode): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  if (mode === 'overwrite') await rename(temporary, target);
  else await insert(temporary, target);
  await syncDirectory(dirname(target));
}

/** Makes the entries of a folder survive a power cut; Windows has no such call and needs none. */
export async function syncDirectory(path: string): Promise<void> {
  try {
    const directory = await open(path, 'r');
    await directory.sync().finally(() => directory.close());
  } catch (error) {
    if (!hasCode(error, NO_DIRECTORY_SYNC)) throw error;
  }
}

/** Unlike a rename, a hard link fails when the target exists; so only one of two racing uploads wins. */
async function insert(temporary: string, target: string): Promise<void> {
  try {
    await link(temporary, target);
  } catch (error) {
    if (hasCode(error, ['EEXIST'])) throw keyExists(error);
    if (!hasCode(error, NO_HARD_LINKS)) throw error;
    if (await exists(target)) throw keyExists(error);
    return rename(temporary, target);
  }
  await unlink(temporary);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function keyExists(cause: unknown): AdapterError {
  return new AdapterError('rejected', { reason: 'file_exists', status: 614, cause });
}

function hasCode(error: unknown, codes: string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}
