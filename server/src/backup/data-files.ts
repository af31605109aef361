import { open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../process/data-folder.ts';

export type DataFile = { path: string; name: string };

/** Names in the data folder that are not backed up. */
const EXCLUDED = /^(postgres|secret|backups|tmp|cache|\..*|runtime-.*|restore-.*|.*\.before-restore-.*)$/;

/** The folders of the data folder that belong in a backup: uploads and whatever features add. */
export async function listBackupFolders(dataFolder: string): Promise<string[]> {
  const entries = await readdir(dataFolder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !EXCLUDED.test(entry.name))
    .map(({ name }) => name)
    .sort();
}

/** All regular files below a folder; names are relative and use `/` on every system. */
export async function* walkFiles(folder: string, prefix: string): AsyncGenerator<DataFile> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const name = `${prefix}/${entry.name}`;
    if (entry.isDirectory()) yield* walkFiles(path, name);
    else if (entry.isFile()) yield { path, name };
  }
}

/** Opens a file of a running server; returns null when it was deleted since it was listed. */
export async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path);
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw cause;
  }
}
