import { chunkLoadTimeoutMs } from '@kaike/shared/domain/constants';

/** A page or catalogue that did not arrive. */
export class ChunkLoadError extends Error {
  readonly type: 'timeout' | 'missing';
  constructor(type: 'timeout' | 'missing', cause?: unknown) {
    super(`chunk ${type}`, { cause });
    this.name = 'ChunkLoadError';
    this.type = type;
  }
}

const retryAfterMs = 1000;

async function within<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('timeout')), chunkLoadTimeoutMs);
  });
  try {
    return await Promise.race([load(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Loads a chunk within 120 s, with one more try unless it hung: the second would only join the first. Throws ChunkLoadError. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await within(load);
  } catch (error) {
    if (error instanceof ChunkLoadError) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    try {
      return await within(load);
    } catch (again) {
      throw again instanceof ChunkLoadError ? again : new ChunkLoadError('missing', again);
    }
  }
}

const addressInMessage = /https?:\/\/\S+?\.js(?=\s|$)/;

/**
 * Loads a page's chunk as `loadChunk` does, the second time under a fresh address when the browser names the failed one:
 * older engines remember a failure. Safe for pages only, because nothing else imports their chunk.
 */
export function loadPage<T>(
  load: () => Promise<T>,
  importFresh: (url: string) => Promise<T> = (url) => import(/* @vite-ignore */ url) as Promise<T>,
): Promise<T> {
  let failed: string | undefined;
  return loadChunk(async () => {
    if (failed) return importFresh(`${failed}?r=1`);
    try {
      return await load();
    } catch (error) {
      failed = addressInMessage.exec(error instanceof Error ? error.message : '')?.[0];
      throw error;
    }
  });
}
