import type { Logger } from 'pino';

/** Runs the fast version of some work, or the fallback while the fast one does not respond. */
export type Fallback = <T>(fast: () => Promise<T>, fallback: () => Promise<T>) => Promise<T>;

const defaultTimeoutMs = 80;
const pauseMs = 10_000;

/** Rejects when the answer is late. An answer that arrived while the process was busy does not count as late: network events are handled before the timeout is. */
function inTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(
      () => setImmediate(() => reject(new Error(`no answer within ${timeoutMs} ms`))),
      timeoutMs,
    );
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

type Parts = {
  name: string;
  clock: () => Date;
  log: Logger;
  /** How long the fast version may take. */ timeout_ms?: number;
};

/** After a failure the fast version is skipped for ten seconds, then tried by one request at a time. Warns once per outage. */
export function withFallback({ name, clock, log, timeout_ms = defaultTimeoutMs }: Parts): Fallback {
  let closedUntil: number | null = null;
  return async (fast, fallback) => {
    const now = clock().getTime();
    if (closedUntil !== null && now < closedUntil) return fallback();
    const wasAway = closedUntil !== null;
    if (wasAway) closedUntil = now + pauseMs;
    try {
      const answer = await inTime(fast(), timeout_ms);
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
