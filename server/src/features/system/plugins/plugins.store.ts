import { sql } from 'kysely';
import { pluginState } from '@kaike/shared/domain/system/plugins/plugin-manifest';
import type { Db } from '../../../db/pool.ts';

/** Lines kept of a plugin. */
const keptLines = 500;

const columns = [
  'id',
  'version',
  'manifest',
  'hash',
  'permissions',
  'settings',
  'state',
  'used_bytes',
  'is_full',
  'updated_at',
] as const;

/** The names of the secrets that are set. */
const secretNames = sql<
  string[]
>`array(select s.key from plugin_secrets s where s.plugin_id = plugins.id order by s.key)`.as('secrets');

const rowsOf = (db: Db) => db.selectFrom('plugins').select(columns).select(secretNames).orderBy('id');

export type PluginRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

const noResources = { resources: [] };
/** What manifests lack that were checked by a release before resources came. */
const complete = (row: PluginRow): PluginRow => ({ ...row, manifest: { ...noResources, ...row.manifest } });

/** Every plugin with data here, removed ones with kept data included; without the files. */
export const loadPlugins = async (db: Db): Promise<PluginRow[]> => (await rowsOf(db).execute()).map(complete);

export async function loadPlugin(db: Db, id: string): Promise<PluginRow | undefined> {
  const row = await rowsOf(db).where('id', '=', id).executeTakeFirst();
  return row && complete(row);
}

export async function findArchive(db: Db, id: string): Promise<Buffer | null> {
  const row = await db.selectFrom('plugins').select('archive').where('id', '=', id).executeTakeFirst();
  return row?.archive ?? null;
}

/** `fault`: it could not start, or was switched off; `ended`: its process was ended while it worked on calls. */
export type LineLevel = 'info' | 'error' | 'ended' | 'fault';

/** Adds a line to the log of a plugin; the oldest ones make room. */
export async function writeLine(
  db: Db,
  line: { plugin: string; level: LineLevel; message: string; now: Date },
): Promise<void> {
  const { plugin, level, message, now } = line;
  // The plugin may just have been removed.
  await sql`insert into plugin_logs (plugin_id, level, message, created_at)
    select id, ${level}, ${message.replaceAll('\0', '').slice(0, 2000)}, ${now} from plugins where id = ${plugin}`.execute(
    db,
  );
  await sql`delete from plugin_logs where plugin_id = ${plugin} and id <= (select id from plugin_logs where plugin_id = ${plugin}
    order by id desc offset ${keptLines} limit 1)`.execute(db);
}

export const loadLines = (db: Db, plugin: string, count: number) =>
  db
    .selectFrom('plugin_logs')
    .select(['id', 'level', 'message', 'created_at'])
    .where('plugin_id', '=', plugin)
    .orderBy('id', 'desc')
    .limit(count)
    .execute();

/** Faults since a moment. */
export async function countFaults(db: Db, plugin: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('plugin_logs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('plugin_id', '=', plugin)
    .where('level', '=', 'fault')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** Switches a running plugin off because of its faults. */
export async function markFaulty(db: Db, plugin: string, now: Date): Promise<void> {
  await db
    .updateTable('plugins')
    .set({ state: pluginState.faulty, updated_at: now })
    .where('id', '=', plugin)
    .where('state', '=', pluginState.on)
    .execute();
}
