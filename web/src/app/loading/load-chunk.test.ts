import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chunkLoadTimeoutMs } from '@kaike/shared/domain/constants';
import { ChunkLoadError, loadChunk, loadPage } from './load-chunk.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The outcome of a promise, without an unhandled rejection while the clock advances. */
const outcomeOf = <T>(promise: Promise<T>): Promise<unknown> => promise.catch((error: unknown) => error);

describe('loadChunk', () => {
  it('retries once after a second', async () => {
    const tries: number[] = [];
    const outcome = outcomeOf(
      loadChunk(async () => {
        tries.push(Date.now());
        if (tries.length === 1) throw new TypeError('Failed to fetch');
        return 'page';
      }),
    );
    await vi.advanceTimersByTimeAsync(1000);
    expect(await outcome).toBe('page');
    expect(Number(tries[1]) - Number(tries[0])).toBe(1000);
  });

  it('reports missing after the second failure', async () => {
    const outcome = outcomeOf(loadChunk(() => Promise.reject(new TypeError('Failed to fetch'))));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await outcome).toBeInstanceOf(ChunkLoadError);
    expect(await outcome).toMatchObject({ type: 'missing' });
  });

  it('gives up a stalled request after 120 s, and does not wait twice', async () => {
    const outcome = outcomeOf(loadChunk(() => new Promise(() => undefined)));
    await vi.advanceTimersByTimeAsync(chunkLoadTimeoutMs);
    expect(await outcome).toMatchObject({ name: 'ChunkLoadError', type: 'timeout' });
  });
});

describe('loadPage', () => {
  const failWith = (message: string) => () => Promise.reject<string>(new TypeError(message));

  it('loads from a fresh URL when the browser names the one that failed', async () => {
    const requested: string[] = [];
    const outcome = outcomeOf(
      loadPage(
        failWith('Failed to fetch dynamically imported module: https://school.example/assets/login.page-x1.js'),
        async (url) => {
          requested.push(url);
          return 'page';
        },
      ),
    );
    await vi.advanceTimersByTimeAsync(1000);
    expect(await outcome).toBe('page');
    expect(requested).toEqual(['https://school.example/assets/login.page-x1.js?r=1']);
  });

  it('retries as before when it does not', async () => {
    const urls: string[] = [];
    const outcome = outcomeOf(
      loadPage(failWith('Importing a module script failed.'), async (url) => {
        urls.push(url);
        return 'page';
      }),
    );
    await vi.advanceTimersByTimeAsync(1000);
    expect(await outcome).toMatchObject({ type: 'missing' });
    expect(urls).toEqual([]);
  });
});
