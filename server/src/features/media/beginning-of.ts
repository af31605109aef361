import { access } from 'node:fs/promises';
import type { Context } from '../../context.ts';
import { siblingOf } from './renditions.ts';

const running = new Map<string, Promise<void>>();

/**
 * The key of a sound's free beginning: a file of its own beside the sound, made when it is first asked for and kept as long
 * as the sound. Only seconds that we signed ourselves come here, so nobody can have it made over and over.
 */
export async function beginningOf(
  { storage, video }: Pick<Context['adapters'], 'storage' | 'video'>,
  key: string,
  seconds: number,
): Promise<string> {
  const cut = siblingOf(key, `free-${seconds}-${key.split('/').at(-1) ?? ''}`);
  const output = storage.path(cut);
  if (
    await access(output).then(
      () => true,
      () => false,
    )
  )
    return cut;
  const work =
    running.get(output) ??
    video.cutSound({ input: storage.path(key), output, seconds }).finally(() => running.delete(output));
  running.set(output, work);
  await work;
  return cut;
}
