import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';

const pauseMs = 1000;
const nothing: Pick<pg.QueryResult, 'rows'> = { rows: [] };

type Query = (...parts: unknown[]) => Promise<unknown>;
type Release = (error?: Error | boolean) => void;
type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;

/** Runs a statement until the database takes it; resolves with no rows once the runner is over. */
async function queryUntilDone(query: Query, parts: unknown[], { log, over }: Options): Promise<unknown> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await query(...parts);
    } catch (error) {
      if (over.aborted) return nothing;
      if (failures === 0) log.warn({ err: error }, 'the timetable of the jobs waits for the database');
      await wait(pauseMs, undefined, { signal: over }).catch(() => undefined);
    }
  }
}

/** A release that the library may call again: it does when a connection breaks while its runner stops. */
const releaseOnce = (connected: Connected): Connected => {
  let isReleased = false;
  return (error, client, release) =>
    connected(error, client, (reason) => {
      if (isReleased) return;
      isReleased = true;
      release(reason);
    });
};

type Options = { log: Logger; over: AbortSignal };

/**
 * The pool as the library for jobs needs it. It leaves two failures of a broken connection to nobody, which would end a process: of
 * the statements of its timetable, the only ones it gives to the pool itself, and of a second release of the connection that listens.
 */
export function steadyPool(pool: pg.Pool, options: Options): pg.Pool {
  const query = pool.query.bind(pool) as Query;
  const connect = pool.connect.bind(pool) as (connected?: Connected) => unknown;
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'query') return (...parts: unknown[]) => queryUntilDone(query, parts, options);
      if (name === 'connect') return (connected?: Connected) => connect(connected && releaseOnce(connected));
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
