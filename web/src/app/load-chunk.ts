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
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('timeout')), chunkLoadTimeoutMs);
  });
  try {
    return await Promise.race([load(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Loads a chunk within 120 s, with one more try; throws ChunkLoadError. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await within(load);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    try {
      return await within(load);
    } catch (error) {
      throw error instanceof ChunkLoadError ? error : new ChunkLoadError('missing', error);
    }
  }
}
