import { open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackagedVideo } from './port.ts';

/** What a folder was made of and holds; a folder with it is finished. */
export type Manifest = { source: { size: number; modified_ms: number }; video: PackagedVideo };

const MANIFEST = 'manifest.json';
/** Names the playlists of several renditions. */
export const MASTER = 'master.m3u8';

export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Manifest);
}

/** Whoever reads it meanwhile reads the old one or the new one. */
export async function keepManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, `${MANIFEST}.partial`), JSON.stringify(manifest));
  await rename(join(folder, `${MANIFEST}.partial`), join(folder, MANIFEST));
}

/** Bytes of what is played. */
export async function sizeOf(folder: string, isPlayed: (name: string) => boolean): Promise<number> {
  const names = (await readdir(folder)).filter(isPlayed);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Returns when a power cut would no longer lose the file. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r').catch(() => undefined);
  // Some systems cannot sync a folder, or a file that is open for reading; there the system does it in its own time.
  await file?.sync().catch(() => undefined);
  await file?.close();
}
