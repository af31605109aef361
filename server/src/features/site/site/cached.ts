import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../../core/context.ts';
import { respond, Serialised, type HttpReply } from '../../../core/respond.ts';
import type { Call } from '../../../core/call.ts';

const cacheMs = 60_000;
const entryBytes = 256;
const maxBytes = 32 * 1024 * 1024;
/** Shorter answers fit in one packet anyway. */
const minPackedLength = 1000;

type Cached = { value: unknown; until: number; bytes: number };

/** One per installation in this process; tests run several. */
const caches = new WeakMap<Context, LRUCache<string, Cached>>();

function cacheOf(ctx: Context): LRUCache<string, Cached> {
  const cache =
    caches.get(ctx) ?? new LRUCache<string, Cached>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes });
  caches.set(ctx, cache);
  return cache;
}

type Entry<T> = {
  /** The value, which may be null itself, unless there is none or it is over a minute old. */
  hit: { value: T } | null;
  /** Keeps a value that was read after the entry was opened, unless the cache was cleared since. */
  keep: (value: T, bytes: number) => void;
};

function openEntry<T>(ctx: Context, key: string): Entry<T> {
  const cache = cacheOf(ctx);
  const now = ctx.clock().getTime();
  const cached = cache.get(key);
  return {
    hit: cached && cached.until > now ? { value: cached.value as T } : null,
    keep: (value, bytes) =>
      void cache.set(key, { value, until: now + cacheMs, bytes: 2 * key.length + bytes + entryBytes }),
  };
}

/** Reads public data at most once a minute; a key always stands for the same query. */
export async function cachedForMinute<T>(ctx: Context, key: string, read: () => Promise<T>): Promise<T> {
  const entry = openEntry<T>(ctx, key);
  if (entry.hit) return entry.hit.value;
  const value = await read();
  // Counted as text, two bytes per character; the parsed values take about the same again.
  entry.keep(value, 2 * (JSON.stringify(value) ?? '').length);
  return value;
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

/** An answer as it is sent: the bytes that its contract's schema wrote, compressed once if they are many. */
type AnswerBytes = { bytes: Buffer; is_packed: boolean; etag: string };

function pack(json: string): AnswerBytes {
  const is_packed = json.length >= minPackedLength;
  const etag = `"${createHash('sha1').update(json).digest('base64url')}"`;
  return { bytes: is_packed ? gzipSync(json) : Buffer.from(json), is_packed, etag };
}

function sendBytes({ actor, headers }: Pick<Call, 'actor' | 'headers'>, answer: AnswerBytes): HttpReply<Serialised> {
  const takesPacked = String(headers['accept-encoding'] ?? '').includes('gzip');
  const isUnpacked = answer.is_packed && !takesPacked;
  return respond(new Serialised(isUnpacked ? gunzipSync(answer.bytes) : answer.bytes), {
    type: 'application/json; charset=utf-8',
    headers: {
      ETag: answer.etag,
      // Responses to users with a session renew its cookie, so they are private.
      'Cache-Control': actor ? 'private, no-cache' : 'public, max-age=60',
      Vary: answer.is_packed ? 'Accept-Encoding, Accept-Language, Language' : 'Accept-Language, Language',
      ...(answer.is_packed && takesPacked ? { 'Content-Encoding': 'gzip' } : {}),
    },
  });
}

/**
 * Responds with public data and its ETag, cached for a minute here and in visitors' browsers; the browser of a logged-in
 * user, who may just have changed it, revalidates. What is cached here are the bytes of the answer.
 */
export async function sendCached<T>(
  call: Pick<Call, 'ctx' | 'actor' | 'headers'>,
  key: string,
  read: () => Promise<T>,
): Promise<HttpReply<T | Serialised>> {
  const entry = openEntry<AnswerBytes>(call.ctx, `answer ${key}`);
  if (entry.hit) return sendBytes(call, entry.hit.value);
  return respond(await read(), {
    keep: (json) => {
      const answer = pack(json);
      entry.keep(answer, answer.bytes.length);
      return sendBytes(call, answer);
    },
  });
}
