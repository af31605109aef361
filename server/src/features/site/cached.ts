import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../core/context.ts';
import { respond, type Answer } from '../../core/respond.ts';
import type { Call } from '../../core/call.ts';

const cacheMs = 60_000;
const entryBytes = 256;
/** Counted as text, two bytes per character; the parsed values take about the same again. */
const maxBytes = 32 * 1024 * 1024;

type Cached = { value: unknown; etag: string; until: number; bytes: number };

/** One per installation in this process; tests run several. */
const caches = new WeakMap<Context, LRUCache<string, Cached>>();

function cacheOf(ctx: Context): LRUCache<string, Cached> {
  const cache =
    caches.get(ctx) ?? new LRUCache<string, Cached>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes });
  caches.set(ctx, cache);
  return cache;
}

async function readCached<T>(ctx: Context, key: string, read: () => Promise<T>): Promise<{ value: T; etag: string }> {
  const cache = cacheOf(ctx);
  const now = ctx.clock().getTime();
  const cached = cache.get(key);
  if (cached && cached.until > now) return { value: cached.value as T, etag: cached.etag };
  const value = await read();
  const text = JSON.stringify(value) ?? '';
  const etag = `"${createHash('sha1').update(text).digest('base64url')}"`;
  cache.set(key, { value, etag, until: now + cacheMs, bytes: 2 * (key.length + text.length) + entryBytes });
  return { value, etag };
}

/** Reads public data at most once a minute; a key always stands for the same query. */
export async function cachedForMinute<T>(ctx: Context, key: string, read: () => Promise<T>): Promise<T> {
  return (await readCached(ctx, key, read)).value;
}

const adminPath = /^\/(?:web-)?api\/admin\//;

/**
 * Clears the cache after every write of an administrator, on all nodes, so that public pages show it at once. Writes of
 * background jobs, such as a bulk action on thousands of rows, appear within a minute.
 */
export function clearAfterWrites(app: FastifyInstance, ctx: Context): void {
  ctx.bus.subscribe('site', () => {
    caches.delete(ctx);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const isSaved = request.method !== 'GET' && reply.statusCode < 400 && adminPath.test(request.url);
    if (!isSaved) {
      done(null, payload);
      return;
    }
    caches.delete(ctx);
    // A node that misses the notification shows the old page for at most a minute.
    ctx.bus
      .publish(ctx.db, 'site')
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'public pages not announced'))
      .finally(() => done(null, payload));
  });
}

/**
 * Responds with public data and its ETag, cached for a minute here and in visitors' browsers; the browser of a logged-in
 * user, who may just have changed it, revalidates.
 */
export async function sendCached<T>(
  call: Pick<Call, 'ctx' | 'actor'>,
  key: string,
  read: () => Promise<T>,
): Promise<Answer<T>> {
  const { value, etag } = await readCached(call.ctx, key, read);
  // Responses to users with a session renew its cookie, so they are private.
  return respond(value, {
    headers: { ETag: etag, 'Cache-Control': call.actor ? 'private, no-cache' : 'public, max-age=60' },
  });
}
