import { pluginState } from '@kaike/shared/domain/system/plugins/plugin-manifest';
import { sql } from 'kysely';
import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';
import { markFaulty, loadPlugins, writeLine, type PluginRow } from '../plugins.store.ts';
import { databaseName, endSessionsOf, resourceSchemaOf, roleOf, schemaOf } from './plugin-schema.ts';

const megabyte = 1024 ** 2;
/** Beyond what its jobs may take. */
const oldestTransaction = '6 minutes';
const lockNotAvailable = '55P03';

/** Ends transactions of plugins that hold up the clearing of the whole database. */
async function endOldTransactions(db: Db, oldest: string): Promise<void> {
  await sql`select pg_terminate_backend(a.pid) from pg_stat_activity a, pg_database d
    where d.datname = current_database() and starts_with(a.usename, 'kaike_' || d.oid || '_') and a.xact_start < now() - ${oldest}::interval`.execute(
    db,
  );
}

/** Bytes of the tables of a plugin on disk, with their indexes. */
async function measure(db: Db, id: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '1s'`.execute(trx);
    const { rows } = await sql<{ bytes: number }>`select coalesce(sum(pg_total_relation_size(c.oid)), 0)::int8 as bytes
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any(${[schemaOf(id), resourceSchemaOf(id)]}::text[]) and c.relkind in ('r', 'm')`.execute(trx);
    return rows[0]?.bytes ?? 0;
  });
}

/** The same when the plugin holds its tables: its sessions are ended then. */
async function measureAnyhow(db: Db, id: string, role: string): Promise<number> {
  try {
    return await measure(db, id);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === lockNotAvailable)) throw error;
    await endSessionsOf(db, role);
    return measure(db, id);
  }
}

/** Lets a plugin read only, or write again, from its next connection on; it could undo that, so twice the space switches it off. */
async function setReadOnly(db: Db, role: string, isFull: boolean): Promise<void> {
  const where = sql`alter role ${sql.id(role)} in database ${sql.id(await databaseName(db))}`;
  await (
    isFull ? sql`${where} set default_transaction_read_only = on` : sql`${where} reset default_transaction_read_only`
  ).execute(db);
}

async function limitSpace(ctx: Context, { id, is_full: wasFull, state }: PluginRow): Promise<void> {
  const { db, config, clock, bus } = ctx;
  const now = clock();
  const role = await roleOf(db, id);
  const used = await measureAnyhow(db, id, role);
  const most = config.plugin_space_mb * megabyte;
  const isFull = used > most;
  const isOff = used > 2 * most && state === pluginState.on;
  await db.updateTable('plugins').set({ used_bytes: used, is_full: isFull }).where('id', '=', id).execute();
  if (isFull === wasFull && !isOff) return;
  const size = `Its tables take ${Math.ceil(used / megabyte)} MB of the ${config.plugin_space_mb} MB they may have`;
  await db.transaction().execute(async (trx) => {
    await setReadOnly(trx, role, isFull);
    if (isOff) await markFaulty(trx, id, now);
    const consequence = isFull ? 'it can read them and not write.' : 'it can write again.';
    await writeLine(trx, {
      plugin: id,
      level: isOff ? 'fault' : 'error',
      message: `${size}: ${isOff ? 'it was switched off.' : consequence}`,
      now,
    });
    await bus.publish(trx, `plugins:${id}`);
  });
  await endSessionsOf(db, role);
}

/** Keeps plugins within the time, an interval of PostgreSQL, and the space they may have in the database. */
export async function limitPlugins(ctx: Context, oldest: string = oldestTransaction): Promise<void> {
  await endOldTransactions(ctx.db, oldest);
  const rows = await loadPlugins(ctx.db);
  for (const row of rows) if (row.manifest.has_tables || row.manifest.resources.length > 0) await limitSpace(ctx, row);
}
