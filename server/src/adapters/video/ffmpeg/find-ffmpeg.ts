import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

export type Ffmpeg = { path: string; source: 'path' | 'npm'; version: string };

const run = promisify(execFile);
const NAME = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';

/** Finds an ffmpeg that encodes H.264 and AAC: the machine's own first, then the one npm installed; null when there is none. */
export async function findFfmpeg(searchPath = process.env['PATH'] ?? ''): Promise<Ffmpeg | null> {
  for (const folder of searchPath.split(delimiter).filter((entry) => entry !== '')) {
    const ffmpeg = await inspect(join(folder, NAME), 'path');
    if (ffmpeg !== null) return ffmpeg;
  }
  const packaged = await packagedPath();
  return packaged === undefined ? null : inspect(packaged, 'npm');
}

async function inspect(path: string, source: Ffmpeg['source']): Promise<Ffmpeg | null> {
  try {
    await access(path, constants.X_OK);
    const { stdout: encoders } = await run(path, ['-hide_banner', '-encoders'], { timeout: 10_000 });
    const { stdout: about } = await run(path, ['-version'], { timeout: 10_000 });
    const version = /^ffmpeg version (\S+)/.exec(about)?.[1] ?? 'unknown';
    return / libx264 /.test(encoders) && / aac /.test(encoders) ? { path, source, version } : null;
  } catch {
    // Missing, for another platform, or not an ffmpeg: the next folder is tried.
    return null;
  }
}

async function packagedPath(): Promise<string | undefined> {
  try {
    return (await import('@ffmpeg-installer/ffmpeg')).default.path;
  } catch {
    // An optional dependency: it throws where it has no binary for the platform.
    return undefined;
  }
}
