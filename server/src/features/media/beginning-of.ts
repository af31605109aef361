import { access } from 'node:fs/promises';
import type { Context } from '../../core/context.ts';
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
