import { statSync } from 'node:fs';
import type pg from 'pg';
import type { EnvironmentSettings } from '../../../config.ts';
import { explainUnfinished, findUnfinishedRestore } from '../../../backup/unfinished-restore.ts';
import { explainSecret, findSecretState, judgeSecret } from '../../../core/installation/installation-secret.ts';
import { secretFile } from '../../../process/data-folder.ts';
import { listPendingMigrations } from '../../../db/migrate.ts';
import { openDatabase } from '../../../db/open-database.ts';
import { createPool } from '../../../db/pool.ts';
import { findDatabaseFolder } from '../../../process/disk-space.ts';
import { fail, ok, warn, type Finding } from './check.ts';
import { hasEmbeddedData } from './check-data.ts';
import { checkDiskSpace } from './check-machine.ts';
import { checkJobs } from './check-jobs.ts';
import { checkLedgers } from './records/check-ledgers.ts';
import { checkLogs, resolveSecret } from './records/check-logs.ts';
import { checkMenus } from './check-menus.ts';
import { checkPlugins } from './check-plugins.ts';
import { checkProviders } from './check-providers.ts';
import { checkVideos } from './check-videos.ts';

const NOTABLE_SKEW_MS = 2000;
const HARMFUL_SKEW_MS = 30_000;

async function checkVersion(pool: pg.Pool): Promise<Finding> {
  const { rows } = await pool.query<{ version: string; fsync: string }>(
    "select current_setting('server_version') as version, current_setting('fsync') as fsync",
  );
  const text = `PostgreSQL ${rows[0]?.version ?? ''} answers`;
  return rows[0]?.fsync === 'off'
    ? fail(`${text}, but fsync is off`, 'Set fsync = on in its configuration: a power cut would destroy the data.')
    : ok(text);
}

async function checkMigrations(pool: pg.Pool): Promise<Finding> {
  try {
    const pending = await listPendingMigrations(pool);
    if (pending.length === 0) return ok('The database schema is up to date');
    return {
      ...warn(
        `Pending migrations: ${pending.join(', ')}`,
        'Run kaike migrate, or start the server, which applies them.',
      ),
      repair: 'migrations',
    };
  } catch (cause) {
    return fail(cause instanceof Error ? cause.message : String(cause), 'Nothing was changed.');
  }
}

/** Free space of the database, where it stands on another disk of this machine than the data folder. */
async function checkDatabaseSpace(pool: pg.Pool, { data_dir: dataFolder }: EnvironmentSettings): Promise<Finding[]> {
  const folder = await findDatabaseFolder(pool);
  if (folder === null || statSync(folder).dev === statSync(dataFolder).dev) return [];
  return [await checkDiskSpace(folder, 'the database')];
}

/** Sessions, codes and play tickets expire by the clock; server and database must agree on it. */
async function checkClock(pool: pg.Pool): Promise<Finding> {
  const startedAt = Date.now();
  const { rows } = await pool.query<{ ms: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
  );
  const skew = Math.abs((rows[0]?.ms ?? 0) - (startedAt + Date.now()) / 2);
  const text = `The clocks of server and database differ by ${(skew / 1000).toFixed(1)} s`;
  const fix = 'Synchronise both machines by NTP.';
  if (skew > HARMFUL_SKEW_MS) return fail(text, fix);
  return skew > NOTABLE_SKEW_MS ? warn(text, fix) : ok(text);
}

async function checkMaintenance(pool: pg.Pool): Promise<Finding[]> {
  const table = await pool.query<{ exists: boolean }>("select to_regclass('public.app_state') is not null as exists");
  if (!table.rows[0]?.exists) return [];
  const state = await pool.query("select 1 from app_state where key = 'maintenance'");
  return state.rowCount === 0
    ? []
    : [warn('Maintenance mode is on: everyone gets the maintenance page', 'End it with kaike up.')];
}

/** Whatever gets hold of one statement of a superuser has the files and programs of the database's machine. */
async function checkRole(pool: pg.Pool): Promise<Finding> {
  const { rows } = await pool.query<{ name: string; is_super: boolean; database: string }>(
    'select rolname as name, rolsuper as is_super, quote_ident(current_database()) as database from pg_roles where rolname = current_user',
  );
  const { name = '', is_super = false, database = '' } = rows[0] ?? {};
  if (!is_super) return ok(`The database account ${name} is no superuser`);
  return warn(
    `The database account ${name} is a superuser, and Kaike needs none`,
    `Make a backup with kaike backup, then: create role kaike_app login createrole password '…'; create database kaike_app owner kaike_app template template0 encoding 'UTF8'; let DATABASE_URL name these instead of ${database}, and restore the backup.`,
  );
}

/** Whether what is in the database belongs together, and to the secret in use. */
async function checkBelonging(pool: pg.Pool, settings: EnvironmentSettings): Promise<Finding[]> {
  const unfinished = await findUnfinishedRestore(pool);
  const interrupted = unfinished
    ? [
        fail(
          `A restore was not finished: ${unfinished.file}, begun at ${unfinished.started_at}`,
          explainUnfinished(unfinished),
        ),
      ]
    : [];
  const read = resolveSecret(settings);
  const table = await pool.query<{ exists: boolean }>("select to_regclass('public.app_state') is not null as exists");
  if ('missing' in read || !table.rows[0]?.exists) return interrupted;
  const state = await findSecretState(pool);
  if (!state) return interrupted;
  const { old_secret, data_dir: folder } = settings;
  const problem = explainSecret(judgeSecret(state, { secret: read.secret, old_secret }), secretFile(folder));
  return [
    ...interrupted,
    problem === null
      ? ok('The secret is the one this database was written with')
      : fail('The secret does not belong to this database', problem),
  ];
}

/** All checks of a database that answers. */
export async function checkOpenDatabase(pool: pg.Pool, settings: EnvironmentSettings): Promise<Finding[]> {
  return [
    await checkVersion(pool),
    await checkRole(pool),
    await checkMigrations(pool),
    await checkClock(pool),
    ...(await checkBelonging(pool, settings)),
    ...(await checkDatabaseSpace(pool, settings)),
    ...(await checkLogs(pool, settings)),
    ...(await checkLedgers(pool, settings)),
    ...(await checkMenus(pool)),
    ...(await checkPlugins(pool)),
    ...(await checkJobs(pool)),
    ...(await checkVideos(pool)),
    ...(await checkProviders(pool, settings)),
    ...(await checkMaintenance(pool)),
  ];
}

/** The same after opening it; nothing is created for them. */
export async function checkDatabase(settings: EnvironmentSettings): Promise<Finding[]> {
  if (settings.database_url === null && !hasEmbeddedData(settings.data_dir)) {
    return [warn('There is no embedded database yet', 'The first start creates it; or set DATABASE_URL.')];
  }
  try {
    const database = await openDatabase(settings, { log: () => undefined });
    const pool = createPool(database.connection, { max: 1 });
    try {
      return await checkOpenDatabase(pool, settings);
    } finally {
      await pool.end();
      await database.stop();
    }
  } catch (cause) {
    return [fail('The database cannot be used', cause instanceof Error ? cause.message : String(cause))];
  }
}

/** Redis, when it is configured. */
export async function checkRedis(url: string | null): Promise<Finding[]> {
  if (url === null) return [];
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 3000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined); // reported by `connect` below
  try {
    await redis.connect();
    await redis.ping();
    return [ok('Redis answers')];
  } catch (cause) {
    return [
      fail(
        'Redis does not respond',
        `Start it, correct REDIS_URL, or unset it (${cause instanceof Error ? cause.message : String(cause)}).`,
      ),
    ];
  } finally {
    redis.disconnect();
  }
}
