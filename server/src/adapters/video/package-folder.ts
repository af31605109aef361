import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PackagedVideo, PackageRequest } from './port.ts';

/** Source and content of a packaged folder; a folder that has it is complete. */
export type PackageManifest = { source: { size: number; modified_ms: number }; video: PackagedVideo };

const MANIFEST = 'manifest.json';
/** Lists the playlists of several renditions. */
export const MASTER = 'master.m3u8';

export async function loadManifest(folder: string): Promise<PackageManifest | undefined> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as PackageManifest);
}

/** Replaces the manifest atomically. */
export async function writeManifest(folder: string, manifest: PackageManifest): Promise<void> {
  await writeFile(join(folder, `${MANIFEST}.partial`), JSON.stringify(manifest));
  await rename(join(folder, `${MANIFEST}.partial`), join(folder, MANIFEST));
}

/** Total bytes of the files that are played. */
export async function sizeOf(folder: string, isPlayed: (name: string) => boolean): Promise<number> {
  const names = (await readdir(folder)).filter(isPlayed);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Links a file under another name; copies it where the disk has no hard links. */
export async function shareFile(path: string, target: string): Promise<void> {
  await link(path, target).catch(() => copyFile(path, target));
}

/** Resolves when the file survives a power cut. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r').catch(() => undefined);
  // Some systems cannot sync a folder, or a file opened for reading; there the system syncs on its own schedule.
  await file?.sync().catch(() => undefined);
  await file?.close();
}

/**
 * Fills a folder that appears atomically. A killed run leaves a scratch folder, which the next one replaces; a source that is
 * already packaged returns at once.
 */
export async function packageOnce(
  { input, output_dir }: PackageRequest,
  fill: (folder: string) => Promise<PackagedVideo>,
): Promise<PackagedVideo> {
  const { size, mtimeMs } = await stat(input);
  const source = { size, modified_ms: mtimeMs };
  const finished = await loadManifest(output_dir);
  if (finished?.source.size === size && finished.source.modified_ms === mtimeMs) return finished.video;
  const folder = `${output_dir}.partial`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const video = await fill(folder);
  await writeManifest(folder, { source, video });
  await publish(folder, output_dir);
  return video;
}

/** Everything is synced before the folder gets its name, so a power cut leaves no folder with empty segments. */
async function publish(folder: string, outputDir: string): Promise<void> {
  for (const name of await readdir(folder)) await sync(join(folder, name));
  await rm(outputDir, { recursive: true, force: true });
  await rename(folder, outputDir);
  await sync(dirname(outputDir));
}

/** Reports increasing progress only, at most once per hundredth. */
export function throttle(onProgress: PackageRequest['on_progress']): (fraction: number) => void {
  let reported = -1;
  return (fraction) => {
    const hundredths = Math.floor(Math.min(1, fraction) * 100);
    if (hundredths <= reported) return;
    reported = hundredths;
    onProgress?.(hundredths / 100);
  };
}
