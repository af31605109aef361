import { LRUCache } from 'lru-cache';
import type { Context } from '../../core/context.ts';

/** How long totals over many rows are cached. */
const cacheMs = 300_000;
const caches = new WeakMap<Context, LRUCache<string, object>>();

/** Returns the result of `read`, cached under the key for five minutes. */
export async function readCached<T>(ctx: Context, key: string, read: () => Promise<T>): Promise<T> {
  const cache = caches.get(ctx) ?? new LRUCache<string, object>({ max: 500, ttl: cacheMs });
  caches.set(ctx, cache);
  const cached = cache.get(key) as { value: T } | undefined;
  if (cached) return cached.value;
  const value = await read();
  cache.set(key, { value });
  return value;
}
