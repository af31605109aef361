import { AppError } from '../app-error.ts';

export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets `limit` pieces of work run at once; others queue, and when the queue is full, work is refused with `server.busy`. */
export function createSemaphore({ limit, queue }: { limit: number; queue: number }): Semaphore {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (running < limit) {
      running += 1;
      return;
    }
    if (waiting.length >= queue) throw new AppError('server.busy', { retry_after: 1 });
    // A finishing task hands over its slot, so `running` does not change.
    await new Promise<void>((resolve) => void waiting.push(resolve));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
