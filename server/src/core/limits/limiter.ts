import type { Redis } from 'ioredis';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Db } from '../../db/pool.ts';
import type { ErrorCode } from '@kaike/shared/errors';
import { AppError } from '../app-error.ts';
import { withFallback } from './fallback.ts';

export type Limit = {
  key: string;
  max: number;
  seconds: number;
  /** Instead of `request.too_many`; its wording may use `count` and `minutes`. */
  error?: ErrorCode;
  /**
   * Each process counts the first tenth of the uses by itself and tells the others only then, so that ordinary reading writes
   * nothing. For limits far above normal use: with several processes up to a tenth for each more may pass, and `count` and
   * `reset` see only what was told.
   */
  is_loose?: true;
};

export type Limiter = {
  /** Counts one use; throws the limit's error with the seconds to wait after more than `max` in the window. */
  take: (limit: Limit) => Promise<void>;
  /** Uses so far of each key in its running window. */
  count: (keys: readonly string[]) => Promise<number[]>;
  reset: (key: string) => Promise<void>;
};

type Use = { count: number; seconds_left: number };
/** Uses to count now: those of this process that the others do not know yet, in their window. */
type Uses = Limit & { uses: number; resets_at: Date };

/** Counts without waiting for the disk: a crash of the database loses the uses of its last second, no more. */
async function takeInDatabase(db: Db, { key, uses, resets_at: resets }: Uses, now: Date): Promise<Use> {
  const { rows } = await sql<{ count: number; resets_at: Date }>`
    with unhurried as materialized (select set_config('synchronous_commit', 'off', true))
    insert into rate_limits (key, count, resets_at) select ${key}, ${uses}::int, ${resets}::timestamptz from unhurried
    on conflict (key) do update set
      count = case when rate_limits.resets_at <= ${now} then excluded.count else rate_limits.count + excluded.count end,
      resets_at = case when rate_limits.resets_at <= ${now} then excluded.resets_at else rate_limits.resets_at end
    returning count, resets_at`.execute(db);
  const [row] = rows;
  return row
    ? { count: row.count, seconds_left: (row.resets_at.getTime() - now.getTime()) / 1000 }
    : { count: 0, seconds_left: 0 };
}

const inRedis = (key: string): string => `kaike:limit:${key}`;

/** One transaction: a count without an expiry would lock its key out for good. */
async function takeInRedis(redis: Redis, limit: Uses): Promise<Use> {
  const key = inRedis(limit.key);
  const replies = await redis.multi().set(key, 0, 'EX', limit.seconds, 'NX').incrby(key, limit.uses).ttl(key).exec();
  const [count, secondsLeft] = (replies ?? []).slice(1).map(([error, reply]) => {
    if (error) throw error;
    return Number(reply);
  });
  return { count: count ?? 0, seconds_left: secondsLeft ?? limit.seconds };
}

async function countInDatabase(db: Db, keys: readonly string[], now: Date): Promise<number[]> {
  const { rows } = await sql<{
    key: string;
    count: number;
  }>`select key, count from rate_limits where key = any(${keys}::text[]) and resets_at > ${now}`.execute(db);
  return keys.map((key) => rows.find((row) => row.key === key)?.count ?? 0);
}

async function resetInDatabase(db: Db, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute();
}

/** Keys that a process counts by itself; beyond them the ones used longest ago start anew. */
const ownKeys = 20_000;
const ownShare = 0.1;

/** Counts loose limits in this process: null while a use needs no others. */
function createOwnCounts(): (limit: Limit, now: Date) => Uses | null {
  const windows = new LRUCache<string, { count: number; resets_at: Date }>({ max: ownKeys });
  return (limit, now) => {
    const fresh = { count: 0, resets_at: new Date(now.getTime() + limit.seconds * 1000) };
    if (!limit.is_loose) return { ...limit, uses: 1, resets_at: fresh.resets_at };
    const current = windows.get(limit.key);
    const window = current && current.resets_at > now ? current : fresh;
    window.count += 1;
    windows.set(limit.key, window);
    const own = Math.floor(limit.max * ownShare);
    if (window.count <= own) return null;
    return { ...limit, uses: window.count === own + 1 ? window.count : 1, resets_at: window.resets_at };
  };
}

type Parts = {
  db: Db;
  redis: Redis | null;
  clock: () => Date;
  log: Logger;
  /** How long Redis may take. */ timeout_ms?: number;
};

/** Counts uses per key across all nodes: in Redis when configured and reachable, else in a table. */
export function createLimiter({ db, redis, ...breakerParts }: Parts): Limiter {
  const { clock } = breakerParts;
  const orElse = withFallback({ name: 'redis', ...breakerParts });
  const inPlace = <T>(fast: (client: Redis) => Promise<T>, fallback: () => Promise<T>): Promise<T> =>
    redis ? orElse(() => fast(redis), fallback) : fallback();
  const countOwn = createOwnCounts();
  return {
    async take(limit) {
      const uses = countOwn(limit, clock());
      if (uses === null) return;
      const use = await inPlace(
        (client) => takeInRedis(client, uses),
        () => takeInDatabase(db, uses, clock()),
      );
      if (use.count <= limit.max) return;
      const wait = Math.max(1, Math.ceil(use.seconds_left));
      const params = { count: limit.max, minutes: Math.ceil(wait / 60) };
      throw new AppError(limit.error ?? 'request.too_many', { retry_after: wait, params });
    },
    count: (keys) =>
      inPlace(
        async (client) => (await client.mget(keys.map(inRedis))).map(Number),
        () => countInDatabase(db, keys, clock()),
      ),
    reset: (key) =>
      inPlace(
        async (client) => {
          await client.del(inRedis(key));
        },
        () => resetInDatabase(db, key),
      ),
  };
}
