import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chunkLoadTimeoutMs } from '@kaike/shared/domain/constants';
import { ChunkLoadError, loadChunk, loadPage } from './load-chunk.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What a promise came to, without leaving its rejection unheard while the clock moves. */
const outcomeOf = <T>(promise: Promise<T>): Promise<unknown> => promise.catch((error: unknown) => error);

describe('loadChunk', () => {
  it('tries once more after a second', async () => {
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

  it('says missing after the second failure', async () => {
    const outcome = outcomeOf(loadChunk(() => Promise.reject(new TypeError('Failed to fetch'))));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await outcome).toBeInstanceOf(ChunkLoadError);
    expect(await outcome).toMatchObject({ type: 'missing' });
  });

  it('gives up a hung request after 120 s, and does not wait twice', async () => {
    const outcome = outcomeOf(loadChunk(() => new Promise(() => undefined)));
    await vi.advanceTimersByTimeAsync(chunkLoadTimeoutMs);
    expect(await outcome).toMatchObject({ name: 'ChunkLoadError', type: 'timeout' });
  });
});

describe('loadPage', () => {
  const failWith = (message: string) => () => Promise.reject<string>(new TypeError(message));

  it('asks under a fresh address when the browser names the one that failed', async () => {
    const asked: string[] = [];
    const outcome = outcomeOf(
      loadPage(
        failWith('Failed to fetch dynamically imported module: https://school.example/assets/login.page-x1.js'),
        async (url) => {
          asked.push(url);
          return 'page';
        },
      ),
    );
    await vi.advanceTimersByTimeAsync(1000);
    expect(await outcome).toBe('page');
    expect(asked).toEqual(['https://school.example/assets/login.page-x1.js?r=1']);
  });

  it('asks again as before when it does not', async () => {
    const asked: string[] = [];
    const outcome = outcomeOf(
      loadPage(failWith('Importing a module script failed.'), async (url) => {
        asked.push(url);
        return 'page';
      }),
    );
    await vi.advanceTimersByTimeAsync(1000);
    expect(await outcome).toMatchObject({ type: 'missing' });
    expect(asked).toEqual([]);
  });
});
