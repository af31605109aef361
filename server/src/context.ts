import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { createAdapters, reachOf, type Reach } from './adapters/create-adapters.ts';
import { settingGroups } from './adapters/setting-groups.ts';
import type { Config } from './config.ts';
import type { Context } from './core/context.ts';
import { createBus } from './db/bus.ts';
import { findChannel } from './db/hidden-names.ts';
import { createDb, createPool, type Connection } from './db/pool.ts';
import { createDatabaseWatch } from './db/outage/watch-database.ts';
import { createLimiter } from './core/limits/limiter.ts';
import { createRecentRequests } from './db/recent-requests.ts';
import { createSecrets } from './core/secrets.ts';
import { createRegistry } from './kit/registry.ts';
import { createScriptChat } from './features/ai/scenes/public.ts';
import { behaviours } from './features/index.ts';
import {
  callPluginAdapter,
  findPluginResource,
  labelPluginResources,
  listPluginResources,
} from './features/system/plugins/public.ts';
import { assertSecret } from './features/system/secret-change/public.ts';
import { assertRestored } from './backup/unfinished-restore.ts';
import { measureFreeSpace } from './process/disk-space.ts';
import { createSettings } from './core/settings/settings.ts';

/** What only the command that mends it may do. */
export type ContextExceptions = {
  /** Works on a database whose restore is not finished. */
  is_restoring?: boolean;
  /** Works with another secret than the one of the database. */
  accepts_secret?: boolean;
};

type Parts = ContextExceptions & {
  config: Config;
  connection: Connection;
  log: Logger;
  clock?: () => Date;
  pool_size?: number;
  /** How long the database may take for the smallest statement, and a statement may wait for a connection; tests allow more. */
  database_timeout_ms?: number;
  /** Set by tests whose vendors are fakes on this machine. */
  reach?: Reach;
};

/** Connects, and keeps retrying in the background: nothing waits for Redis, and commands that failed are not resent later. */
async function connectRedis(url: string | null, log: Logger): Promise<Redis | null> {
  if (!url) return null;
  const { Redis: Client } = await import('ioredis');
  const client = new Client(url, {
    maxRetriesPerRequest: 0,
    lazyConnect: true,
    connectTimeout: 1000,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
  });
  client.on('error', () => undefined); // its users notice and log it once
  await client.connect().catch((error: unknown) => log.warn({ err: error }, 'redis does not answer'));
  return client;
}

/**
 * The only place that constructs things and picks providers. Refuses a database whose restore was interrupted, or that was written
 * with another secret.
 */
export async function buildContext({
  config,
  connection,
  log,
  clock = () => new Date(),
  pool_size = 6,
  reach = reachOf(config),
  is_restoring = false,
  accepts_secret = false,
  database_timeout_ms,
}: Parts): Promise<Context> {
  const pool = createPool(connection, {
    max: pool_size,
    wait_ms: database_timeout_ms,
    onError: (error) => log.warn({ err: error }, 'idle database connection lost'),
  });
  const database = createDatabaseWatch({ connection, log, timeout_ms: database_timeout_ms });
  pool.on('connect', database.add);
  const secrets = createSecrets(config.secret, config.old_secret);
  try {
    if (!is_restoring) await assertRestored(pool);
    if (!accepts_secret) await assertSecret({ db: createDb(pool), pool, secrets, config });
  } catch (error) {
    await database.close();
    await pool.end();
    throw error;
  }
  const redis = await connectRedis(config.redis_url, log);
  const bus = await createBus({ connection, channel: await findChannel(pool), log, watch: database });
  const recent = config.env === 'local' ? createRecentRequests() : null;
  const db = createDb(pool, { hear: bus.hear, measure: recent?.measure, watch: database });
  const settings = createSettings({ db, bus, secrets, groups: settingGroups });
  const adapters = createAdapters({
    config,
    reach,
    db,
    secrets,
    settings,
    clock,
    log,
    chat: createScriptChat(),
    callPlugin: (call) => callPluginAdapter(context, call),
  });
  const context: Context = {
    config,
    db,
    pool,
    database,
    bus,
    secrets,
    settings,
    clock,
    freeSpace: measureFreeSpace,
    log,
    recent_requests: recent,
    resources: createRegistry(behaviours, {
      find: (name) => findPluginResource(context, name),
      list: (locale) => listPluginResources(context, locale),
      labels: (locale) => labelPluginResources(context, locale),
    }),
    limiter: createLimiter({ db, redis, clock, log }),
    adapters,
    close: async () => {
      await adapters.clients.flush();
      await bus.close();
      redis?.disconnect();
      await db.destroy();
      if (!pool.ended) await pool.end();
      await database.close();
    },
  };
  return context;
}
