import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AdapterError } from '../../core/adapter-error.ts';
import { writeManifest, MASTER, loadManifest, sizeOf, sync } from './package-folder.ts';
import { packageHls, PLAYLIST } from './package-hls.ts';
import type { PackageTools } from './package-video.ts';
import type { PackagedVideo, Rendition, SmallerRequest } from './port.ts';
import { codecsOf, probeDetails } from './probe-video.ts';
import { SMALL_LINES, transcode } from './ffmpeg/transcode.ts';

const PREFIX = 'small-';
const ENCODED = 'encoded.mp4';
/** A rendition larger than this share of the original is not worth its disk space. */
const WORTHWHILE_SHARE = 0.75;

/**
 * Adds a second, smaller rendition to a packaged stream, and a playlist of both. The first stays playable meanwhile; the
 * work can be killed at any point and run again. Null where there is nothing to gain.
 */
export async function addSmaller(
  { input, output_dir: folder }: SmallerRequest,
  { ffmpeg, max_speed_ratio: ratio }: PackageTools,
): Promise<PackagedVideo | null> {
  const manifest = await loadManifest(folder);
  const original = manifest?.video.renditions[0];
  if (
    !manifest ||
    !original ||
    manifest.video.mode !== 'hls' ||
    Math.min(original.width, original.height) <= SMALL_LINES
  )
    return null;
  if (manifest.video.renditions.length > 1) return manifest.video;
  if (ffmpeg === null) throw new AdapterError('not_supported', { reason: 'no_ffmpeg' });
  const scratch = `${folder}.smaller`;
  await rm(scratch, { recursive: true, force: true });
  await mkdir(scratch, { recursive: true });
  try {
    const path = join(scratch, ENCODED);
    await transcode({
      ffmpeg,
      input,
      output: path,
      details: await probeDetails(input),
      max_speed_ratio: ratio,
      is_small: true,
      on_progress: () => undefined,
    });
    const small = await packageSmall(path, scratch);
    if (small.bandwidth > original.bandwidth * WORTHWHILE_SHARE) return null;
    for (const name of (await readdir(scratch)).filter((one) => one !== ENCODED)) {
      await sync(join(scratch, name));
      await rename(join(scratch, name), join(folder, name));
    }
    const renditions = [{ ...original, playlist: PLAYLIST }, small];
    // Nothing refers to the new files before this playlist does, and it appears atomically.
    await writeFile(join(folder, `${MASTER}.partial`), writeMaster(renditions));
    await sync(join(folder, `${MASTER}.partial`));
    await rename(join(folder, `${MASTER}.partial`), join(folder, MASTER));
    await sync(folder);
    const video = {
      ...manifest.video,
      playlist: MASTER,
      size: await sizeOf(folder, (name) => /\.(?:m4s|mp4)$/.test(name)),
      renditions,
    };
    await writeManifest(folder, { ...manifest, video });
    return video;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function packageSmall(path: string, folder: string): Promise<Rendition> {
  const details = await probeDetails(path);
  await packageHls(path, { folder, prefix: PREFIX }, () => undefined);
  const size = await sizeOf(folder, (name) => name.startsWith(PREFIX) && /\.(?:m4s|mp4)$/.test(name));
  const { width, height, duration_sec: duration } = details;
  return {
    playlist: `${PREFIX}${PLAYLIST}`,
    width,
    height,
    bandwidth: Math.round((size * 8) / duration),
    codecs: codecsOf(details),
  };
}

/** The better one first: players that cannot measure bandwidth begin with it. */
export function writeMaster(renditions: readonly Rendition[]): string {
  const lines = renditions.flatMap(({ playlist, width, height, bandwidth, codecs }) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${width}x${height},CODECS="${codecs}"`,
    playlist,
  ]);
  return `${['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines].join('\n')}\n`;
}
