import { join } from 'node:path';
import { basename, dirname } from 'node:path/posix';
import type { Context } from '../../../core/context.ts';
import { siblingOf } from './renditions.ts';

const running = new Map<string, Promise<void>>();

/**
 * The key of a sound's free beginning: a separate file next to the sound, created on first request and kept as long as the
 * sound. `seconds` comes only from addresses we signed, so clients cannot make the server create many of them.
 */
export async function beginningOf(
  { storage, video }: Pick<Context['adapters'], 'storage' | 'video'>,
  key: string,
  seconds: number,
): Promise<string> {
  const cut = siblingOf(key, `free-${seconds}-${basename(key)}`);
  if ((await storage.stat(cut)) !== null) return cut;
  const [from, to] = [basename(key), basename(cut)];
  const work =
    running.get(cut) ??
    storage
      .withLocalFolder(dirname(key), (folder) =>
        video.cutSound({ input: join(folder, from), output: join(folder, to), seconds }),
      )
      .finally(() => running.delete(cut));
  running.set(cut, work);
  await work;
  return cut;
}
