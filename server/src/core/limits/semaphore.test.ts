import { expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

/** Work that ends on demand. */
function makeWork() {
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      log.push(name);
      ends.push(() => resolve(name));
    });
  return { log, ends, work };
}

it('runs as many as it has slots, and the others in turn', async () => {
  const inSlot = createSemaphore({ limit: 2, queue: 10 });
  const { log, ends, work } = makeWork();
  const done = ['a', 'b', 'c', 'd'].map((name) => inSlot(work(name)));
  await Promise.resolve();
  expect(log).toEqual(['a', 'b']);
  ends[1]?.();
  await done[1];
  await Promise.resolve();
  expect(log).toEqual(['a', 'b', 'c']);
  ends[0]?.();
  ends[2]?.();
  await done[2];
  await Promise.resolve();
  ends[3]?.();
  expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd']);
});

it('releases the slot when the work fails', async () => {
  const inSlot = createSemaphore({ limit: 1, queue: 1 });
  await expect(inSlot(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await inSlot(() => Promise.resolve('yes'))).toBe('yes');
});

it('refuses work when the queue is full', async () => {
  const inSlot = createSemaphore({ limit: 1, queue: 1 });
  const { ends, work } = makeWork();
  const [first, second] = [inSlot(work('a')), inSlot(work('b'))];
  await expect(inSlot(work('c'))).rejects.toMatchObject({ code: 'server.busy' });
  ends[0]?.();
  await first;
  await Promise.resolve();
  ends[1]?.();
  expect(await second).toBe('b');
});
