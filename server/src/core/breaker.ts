import type { Logger } from 'pino';

/** Does a piece of work by the fast way, or by the sure one while the fast one does not answer. */
export type Breaker = <T>(fast: () => Promise<T>, fallback: () => Promise<T>) => Promise<T>;

const usualPatienceMs = 80;
const pauseMs = 10_000;

/** Rejects when the answer is late. One that arrived while the process was busy with something else is not: the turn of the network comes before the judgement. */
function inTime<T>(answer: Promise<T>, patienceMs: number): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(
      () => setImmediate(() => reject(new Error(`no answer within ${patienceMs} ms`))),
      patienceMs,
    );
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

type Parts = {
  name: string;
  clock: () => Date;
  log: Logger;
  /** How long the fast way may take. */ patience_ms?: number;
};

/** After a failure the fast way is left alone for ten seconds, then tried by one request at a time. Warns once per outage. */
export function createBreaker({ name, clock, log, patience_ms: patienceMs = usualPatienceMs }: Parts): Breaker {
  let closedUntil: number | null = null;
  return async (fast, fallback) => {
    const now = clock().getTime();
    if (closedUntil !== null && now < closedUntil) return fallback();
    const wasAway = closedUntil !== null;
    if (wasAway) closedUntil = now + pauseMs;
    try {
      const answer = await inTime(fast(), patienceMs);
      if (wasAway) log.info({ service: name }, 'answers again');
      closedUntil = null;
      return answer;
    } catch (error) {
      if (closedUntil === null)
        log.warn({ err: error, service: name }, 'does not answer; the database takes its place meanwhile');
      closedUntil = clock().getTime() + pauseMs;
      return fallback();
    }
  };
}
