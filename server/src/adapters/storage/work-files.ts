import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AdapterError } from '../../core/adapter-error.ts';
import type { LocalStorage } from './local/local-port.ts';
import { extensionOf } from './object-key.ts';
import { noSuchFile } from './open-file.ts';
import type { StorageProvider } from './provider.ts';
import { kindOfExtension } from './sniff/sniff.ts';

const atOnce = 4;
/** Files that name others: stored last, so that whatever they name is there. */
const namesOthers = /\.(?:m3u8|json)$/;

type Facts = { size: number; modified_ms: number };
/** The files of a folder. */
export type FolderFiles = Map<string, Facts>;

export async function loadFolder(folder: string): Promise<FolderFiles> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const facts = async (name: string): Promise<[string, Facts]> => {
    const { size, mtimeMs } = await stat(join(folder, name));
    return [name, { size, modified_ms: mtimeMs }];
  };
  return new Map(await Promise.all(names.map(facts)));
}

/** Fetches a file to this machine; half a file is an error. */
export async function download(provider: StorageProvider, key: string, path: string): Promise<void> {
  const facts = await provider.stat(key);
  if (facts === null) throw noSuchFile();
  try {
    await pipeline(await provider.read(key), createWriteStream(path));
  } catch (cause) {
    if (cause instanceof AdapterError) throw cause;
    throw new AdapterError('unavailable', { reason: 'interrupted', cause });
  }
  if ((await stat(path)).size !== facts.size) throw new AdapterError('unavailable', { reason: 'interrupted' });
}

/** Runs a work on many values, a few at a time. */
export async function inLanes<T>(values: Iterable<T>, work: (value: T) => Promise<void>): Promise<void> {
  const rest = [...values];
  const lane = async (): Promise<void> => {
    for (let value = rest.shift(); value !== undefined; value = rest.shift()) await work(value);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** Stores files of a folder; the ones that name others come last. */
async function upload(
  provider: StorageProvider,
  { key, folder, files }: { key: string; folder: string; files: FolderFiles },
) {
  const put = async ([name, { size }]: [string, Facts]): Promise<void> => {
    const mime = kindOfExtension(extensionOf(name))?.mime ?? 'application/octet-stream';
    await provider.put(`${key}/${name}`, { path: join(folder, name), size, mime });
  };
  const entries = [...files];
  await inLanes(
    entries.filter(([name]) => !namesOthers.test(name)),
    put,
  );
  for (const entry of entries.filter(([name]) => namesOthers.test(name))) await put(entry);
}

/** A copy on this machine for the time of a work. */
export async function withCopy<T>(
  { local, provider }: { local: LocalStorage; provider: StorageProvider },
  key: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const scratch = local.scratchPath();
  const path = join(scratch, `copy.${extensionOf(key)}`);
  try {
    await mkdir(scratch, { recursive: true });
    await local.assertRoom((await provider.stat(key))?.size ?? 0);
    await download(provider, key, path);
    return await work(path);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A copy of a folder for the time of a work; what the work adds or changes is stored, unless it fails. */
export async function withFolderCopy<T>(
  { local, provider }: { local: LocalStorage; provider: StorageProvider },
  { key, members }: { key: string; members: readonly string[] },
  work: (path: string) => Promise<T>,
): Promise<{ result: T; files: FolderFiles }> {
  const scratch = local.scratchPath();
  const folder = join(scratch, 'folder');
  try {
    await mkdir(members.length > 0 ? folder : scratch, { recursive: true });
    await inLanes(members, (name) => download(provider, `${key}/${name}`, join(folder, name)));
    const before = members.length > 0 ? await loadFolder(folder) : new Map<string, Facts>();
    const result = await work(folder);
    const files = await loadFolder(folder);
    const isNew = ([name, { size, modified_ms: ms }]: [string, Facts]): boolean =>
      before.get(name)?.size !== size || before.get(name)?.modified_ms !== ms;
    await upload(provider, { key, folder, files: new Map([...files].filter(isNew)) });
    return { result, files };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
