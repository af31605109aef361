import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { APP_ROLE } from '../src/db/embedded/app-role.ts';
import { isAlive } from '../src/db/embedded/is-alive.ts';
import { startEmbedded, type EmbeddedDatabase } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { findMigrationsFolder, loadMigrations } from '../src/db/migration-files.ts';
import { migrateJobs } from '../src/jobs/runner.ts';
import { createPool } from '../src/db/pool.ts';

const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: 150,
  autovacuum: 'off',
};
const CACHE_PREFIX = 'kaike-test-cache-';
const RUN_PREFIX = 'kaike-test-run-';
const UNUSED_MS = 2 * 3600 * 1000;

/** The database that test files copy. */
export const TEMPLATE = 'kaike_template';

export type TestCluster = { database: EmbeddedDatabase; folder: string };

function cacheKey(): string {
  const hash = createHash('sha256').update(
    `${process.getuid?.() ?? ''} ${JSON.stringify(SETTINGS)} jobs utf8 app role`,
  );
  hash.update(readFileSync(join(import.meta.dirname, '../package.json'))); // names the bundled PostgreSQL's version
  for (const { name, checksum } of loadMigrations(findMigrationsFolder())) hash.update(`${name} ${checksum}\n`);
  return hash.digest('hex').slice(0, 16);
}

const start = (folder: string): Promise<EmbeddedDatabase> =>
  startEmbedded({ data_dir: folder, database: TEMPLATE, log: () => undefined, settings: SETTINGS });

/** Tests make databases, and fill tables without their triggers, which the role of the product may not. */
export async function allowForTests({ superuser }: Pick<EmbeddedDatabase, 'superuser'>): Promise<void> {
  const client = new pg.Client(superuser);
  await client.connect();
  await client
    .query(`alter role ${APP_ROLE} createdb; grant set on parameter session_replication_role to ${APP_ROLE}`)
    .finally(() => client.end());
}

/** Creates a stopped cluster with the migrated template; of two concurrent runs, one wins. */
async function makeCache(cache: string): Promise<void> {
  const draft = mkdtempSync(join(tmpdir(), RUN_PREFIX + process.pid + '-'));
  const database = await start(draft);
  try {
    await allowForTests(database);
    const pool = createPool(database.connection);
    try {
      await migrate(pool, { log: () => undefined });
      await migrateJobs({ pool });
    } finally {
      await pool.end();
    }
  } finally {
    await database.stop();
  }
  try {
    renameSync(draft, cache);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Removes leftovers of killed runs, and caches of other migrations unused for two hours. */
function sweep(keep: string): void {
  for (const name of readdirSync(tmpdir())) {
    const path = join(tmpdir(), name);
    const runner = new RegExp(`^${RUN_PREFIX}(\\d+)-`).exec(name)?.[1];
    const isDeadRun = runner !== undefined && !isAlive(Number(runner));
    const usedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    const isOldCache = name.startsWith(CACHE_PREFIX) && path !== keep && Date.now() - usedAt > UNUSED_MS;
    if (isDeadRun || isOldCache) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * A running cluster for this test run, copied from a stopped one that is cached between runs. Concurrent runs share
 * nothing, so the end of one never stops another's server.
 */
export async function startTestCluster(): Promise<TestCluster> {
  const cache = join(tmpdir(), CACHE_PREFIX + cacheKey());
  sweep(cache);
  if (!existsSync(cache)) await makeCache(cache);
  utimesSync(cache, new Date(), new Date());
  const folder = mkdtempSync(join(tmpdir(), RUN_PREFIX + process.pid + '-'));
  execFileSync('cp', ['-a', `${cache}/.`, folder]); // preserves the owner, which is another account when we are root
  return { folder, database: await start(folder) };
}

/** Stops the cluster and removes every trace of it. */
export async function stopTestCluster({ database, folder }: TestCluster): Promise<void> {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
