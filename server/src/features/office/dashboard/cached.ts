import { LRUCache } from 'lru-cache';
import type { Context } from '../../../core/context.ts';

/** How long totals over many rows are cached. */
const cacheMs = 300_000;
const caches = new WeakMap<Context, LRUCache<string, object>>();

/** What was counted, and when; null where the role may see nothing. */
export type Counted<T> = { value: T; at: Date | null };

/** Returns the result of `read` and when it was read, cached under the key for five minutes. */
export async function loadCached<T>(ctx: Context, key: string, read: () => Promise<T>): Promise<Counted<T>> {
  const cache = caches.get(ctx) ?? new LRUCache<string, object>({ max: 500, ttl: cacheMs });
  caches.set(ctx, cache);
  const cached = cache.get(key) as Counted<T> | undefined;
  if (cached) return cached;
  const at = ctx.clock();
  const counted = { value: await read(), at };
  cache.set(key, counted);
  return counted;
}
