import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PackagedVideo, PackageRequest } from './port.ts';

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

/** The same bytes under another name; copied only where the disk cannot share them. */
export async function shareFile(path: string, target: string): Promise<void> {
  await link(path, target).catch(() => copyFile(path, target));
}

/** Returns when a power cut would no longer lose the file. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r').catch(() => undefined);
  // Some systems cannot sync a folder, or a file that is open for reading; there the system does it in its own time.
  await file?.sync().catch(() => undefined);
  await file?.close();
}

/**
 * Fills a folder that appears in one step. A run that was killed leaves a scratch folder, which the next one replaces; a
 * run on what is already packaged answers at once.
 */
export async function packageOnce(
  { input, output_dir: outputDir }: PackageRequest,
  fill: (folder: string) => Promise<PackagedVideo>,
): Promise<PackagedVideo> {
  const { size, mtimeMs } = await stat(input);
  const source = { size, modified_ms: mtimeMs };
  const finished = await readManifest(outputDir);
  if (finished?.source.size === size && finished.source.modified_ms === mtimeMs) return finished.video;
  const folder = `${outputDir}.partial`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const video = await fill(folder);
  await keepManifest(folder, { source, video });
  await publish(folder, outputDir);
  return video;
}

/** Everything is on the disk before the name appears, so a power cut leaves no folder with empty segments. */
async function publish(folder: string, outputDir: string): Promise<void> {
  for (const name of await readdir(folder)) await sync(join(folder, name));
  await rm(outputDir, { recursive: true, force: true });
  await rename(folder, outputDir);
  await sync(dirname(outputDir));
}

/** Tells progress forwards only, at most once a hundredth. */
export function throttle(onProgress: PackageRequest['on_progress']): (fraction: number) => void {
  let told = -1;
  return (fraction) => {
    const hundredths = Math.floor(Math.min(1, fraction) * 100);
    if (hundredths <= told) return;
    told = hundredths;
    onProgress?.(hundredths / 100);
  };
}
