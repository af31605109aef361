import type pg from 'pg';
import { loadConfig, type Config } from '../../config.ts';
import { assertRestored } from '../../backup/unfinished-restore.ts';
import { buildContext, type ContextExceptions } from '../../context.ts';
import type { Context } from '../../core/context.ts';
import { listPendingMigrations } from '../../db/migrate.ts';
import { openDatabase } from '../../db/open-database.ts';
import { OperatorError } from '../../db/operator-error.ts';
import { createPool, type Connection } from '../../db/pool.ts';
import { createLog } from '../../logs/log.ts';
import { printLine } from './print-line.ts';

export type DatabaseAccess = { config: Config; connection: Connection; pool: pg.Pool };

/** Opens the installation's database for one command, with or without a running server, and closes it afterwards. */
export async function withDatabase<T>(work: (access: DatabaseAccess) => Promise<T>): Promise<T> {
  const config = loadConfig(process.env);
  const log = createLog(config);
  const database = await openDatabase(config, { log: (line) => log.info({ from: 'database' }, line) });
  const { connection } = database;
  const pool = createPool(connection, {
    max: 2,
    onError: () => printLine('The database connection was lost: the server that ran the database has stopped.'),
  });
  try {
    return await work({ config, connection, pool });
  } finally {
    await pool.end();
    await database.stop();
  }
}

/** The same with a full context. The schema must be up to date. */
export async function withContext<T>(
  work: (ctx: Context, connection: Connection) => Promise<T>,
  exceptions: ContextExceptions = {},
): Promise<T> {
  return withDatabase(async ({ config, connection, pool }) => {
    if (!exceptions.is_restoring) await assertRestored(pool);
    const pending = await listPendingMigrations(pool);
    if (pending.length > 0)
      throw new OperatorError(
        `The database is not up to date (${pending.length} pending migrations); run kaike migrate first.`,
      );
    const ctx = await buildContext({ config, connection, log: createLog(config), pool_size: 2, ...exceptions });
    try {
      return await work(ctx, connection);
    } finally {
      await ctx.close();
    }
  });
}
