import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { announce } from './logs/announce.ts';
import { removeRecordings } from './adapters/sounds/pocketsphinx/run-pocketsphinx.ts';
import { assertRestored } from './backup/unfinished-restore.ts';
import { removeLeftovers } from './backup/remove-leftovers.ts';
import { runWorker, startWorkers } from './process/cluster.ts';
import { loadConfig, type Config } from './config.ts';
import { buildContext } from './context.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';
import { createPool, type Connection } from './db/pool.ts';
import { seed, seedDemo } from './features/system/setup/public.ts';
import { freeJobs, migrateJobs, startJobs } from './jobs/runner.ts';
import { logFolder, openLogFile } from './logs/log-file.ts';
import { createLog } from './logs/log.ts';
import { assertPortIsFree, serve } from './process/serve.ts';
import { closeOnSignals, createShutdown, surviveRejections, type Shutdown } from './process/shutdown.ts';

export type StartOptions = { demo: boolean; say: (line: string) => void };

type Starting = StartOptions & { config: Config; log: Logger; shutdown: Shutdown };

async function prepareDatabase(connection: Connection, say: (line: string) => void): Promise<void> {
  const pool = createPool(connection, { max: 1 });
  try {
    await assertRestored(pool);
    await migrate(pool, { log: say });
  } finally {
    await pool.end();
  }
}

async function startAll({ config, log, shutdown, demo, say }: Starting): Promise<void> {
  const startedAt = Date.now();
  await assertPortIsFree(config);
  if (config.metrics_port !== null)
    await assertPortIsFree({ host: '127.0.0.1', port: config.metrics_port, setting: 'KAIKE_METRICS_PORT' });
  for (const name of await removeRecordings()) log.warn({ name }, 'removed the recording of a killed server');
  const database = await openDatabase(config, { keep: true, log: (line) => log.info({ from: 'database' }, line) });
  shutdown.add('database', () => database.stop());
  const { connection } = database;
  await prepareDatabase(connection, say);
  // Not before: what an unfinished restore has unpacked is still needed.
  for (const name of await removeLeftovers(config.data_dir))
    log.warn({ name }, 'removed what a killed restore had left');
  const ctx = await buildContext({ config, connection, log });
  shutdown.add('context', ctx.close);
  // Before serving, so that settings that cannot be opened are reported at the console.
  await ctx.settings.all();
  await migrateJobs(ctx);
  if (database.owned) await freeJobs(ctx);
  const { admin_password } = await seed(ctx);
  if (demo) await seedDemo(ctx, { log: say });
  const jobs = await startJobs(ctx, config.workers > 1 ? 'jobs' : 'all');
  shutdown.add('jobs', () => jobs.stop());
  const serving = config.workers > 1 ? await startWorkers({ config, connection, log }) : await serve(ctx);
  shutdown.add('http', () => serving.close());
  say(announce({ config, port: serving.port, admin_password, took_ms: Date.now() - startedAt }));
}

/** Runs the server until a signal ends it; with several workers this process is only their primary. */
export async function start({ demo, say }: StartOptions): Promise<void> {
  const config = loadConfig(process.env);
  if (cluster.isWorker) return runWorker(config);
  const log = createLog(config, undefined, openLogFile(logFolder(config.data_dir)));
  surviveRejections(log);
  const shutdown = createShutdown(log);
  closeOnSignals(shutdown, { say });
  try {
    await startAll({ config, log, shutdown, demo, say });
  } catch (cause) {
    if (shutdown.isClosing) return; // a signal came during the start and caused this failure
    await shutdown.closeAll();
    throw cause;
  }
}
