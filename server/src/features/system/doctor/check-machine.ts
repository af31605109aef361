import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { pocketsphinxFiles } from '../../../adapters/sounds/port.ts';
import { formatGib, lackingBytes, measureFreeSpace, scarceBytes } from '../../../process/disk-space.ts';
import { fail, ok, warn, type Finding } from './check.ts';

/** Compares dotted version numbers, such as 20.19 and 20.20.2. */
function isAtLeast(version: string, required: string): boolean {
  const [have, want] = [version, required].map((text) => text.split('.').map(Number));
  for (const [index, part] of (want ?? []).entries()) {
    const mine = have?.[index] ?? 0;
    if (mine !== part) return mine > part;
  }
  return true;
}

export function checkNode(projectRoot: string, version: string = process.versions.node): Finding {
  const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { engines: { node: string } };
  const required = manifest.engines.node.replace(/^>=\s*/, '');
  if (isAtLeast(version, required)) return ok(`Node.js ${version}`);
  return fail(`Node.js ${version} is too old`, `Install Node.js ${required} or later.`);
}

/** Free space where a folder is; `of` names what is kept there. */
export async function checkDiskSpace(folder: string, of = 'the data folder'): Promise<Finding> {
  const free = await measureFreeSpace(folder);
  const text = `${formatGib(free)} free for ${of}`;
  if (free < lackingBytes)
    return fail(text, 'Free some space or move it to a larger disk: nothing can be saved when the disk is full.');
  return free < scarceBytes ? warn(text, 'Free some soon, or move it to a larger disk.') : ok(text);
}

function bundledFfmpeg(): string | null {
  try {
    const installer = createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg') as { path: string };
    return installer.path;
  } catch {
    return null; // optional dependency
  }
}

export function checkFfmpeg(): Finding {
  for (const command of ['ffmpeg', bundledFfmpeg()]) {
    const version =
      command === null
        ? undefined
        : /version (\S+)/.exec(String(spawnSync(command, ['-version'], { encoding: 'utf8' }).stdout))?.[1];
    if (version !== undefined) return ok(`ffmpeg ${version}`);
  }
  return warn(
    'ffmpeg is not installed',
    'Only H.264/AAC videos in MP4 can be streamed; install ffmpeg to accept others.',
  );
}

/** An extra that most schools do without: nothing is amiss where it is missing. */
export function checkPocketsphinx(
  searchPath = process.env['PATH'] ?? '',
  models: readonly string[] = pocketsphinxFiles.models,
): Finding {
  const hasProgram = searchPath.split(delimiter).some((folder) => existsSync(join(folder, pocketsphinxFiles.program)));
  const hasModel = models.some((folder) => existsSync(join(folder, pocketsphinxFiles.dictionary)));
  return ok(
    hasProgram && hasModel
      ? 'PocketSphinx is installed: sentences that learners read aloud are compared here'
      : 'PocketSphinx is not installed: sentences that learners read aloud are not compared (Debian has pocketsphinx and pocketsphinx-en-us)',
  );
}

export function checkWebBuild(projectRoot: string): Finding {
  if (existsSync(join(projectRoot, 'dist/web/index.html'))) return ok('The web pages are built');
  return fail('The web pages are not built', 'Run npm run build.');
}
