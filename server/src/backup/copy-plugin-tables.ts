import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isDatabaseAway } from '../db/outage/database-away.ts';
import { OperatorError } from '../db/operator-error.ts';
import { listSequences, listTables, sqlName, type PluginSchemas, type Table } from './catalogue.ts';
import { copyTable, type Add } from './copy-table.ts';
import type { SequenceRecord, TableRecord } from './manifest.ts';

/** The connection of a plugin's own database account, by the id of the plugin. */
export type PluginAccount = (id: string) => Promise<pg.ClientConfig>;

type Copied = { tables: TableRecord[]; sequences: SequenceRecord[] };
type Copying = { account: PluginAccount; add: Add; log: (line: string) => void };

/** The few connections of the account are shared with the plugin's processes, which give theirs back after a second. */
const tooManyConnections = '53300';
const connectTries = 60;
const connectPauseMs = 250;

async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  for (let left = connectTries; ; left -= 1) {
    const client = new pg.Client(config);
    client.on('error', () => undefined); // a query on a broken connection fails itself
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (!(error instanceof pg.DatabaseError) || error.code !== tooManyConnections || left === 0) throw error;
      await pause(connectPauseMs);
    }
  }
}

/** Holds the table as the snapshot knows it: another thing of its name is refused, and none can take its place any more. */
async function lockTable(client: pg.Client, table: Table): Promise<void> {
  await client.query(`lock table ${sqlName(table)} in access share mode`);
  const { rowCount } = await client.query("select 1 from pg_class where oid = $1::regclass and relkind in ('r', 'p')", [
    sqlName(table),
  ]);
  if (rowCount !== 1) throw new OperatorError(`${table.name} was replaced while it was read`);
}

/** What the owner has set for its account applies to none of these. */
const SESSION = `
  set search_path = '';
  set statement_timeout = 0;
  set lock_timeout = '5s';
  set idle_in_transaction_session_timeout = 0`;

type Source = PluginSchemas & { known: readonly Table[]; snapshot: string };

async function copyOne({ id, own, known, snapshot }: Source, { account, add }: Copying): Promise<Copied> {
  const client = await connect(await account(id));
  try {
    await client.query(SESSION);
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set transaction snapshot ${pg.escapeLiteral(snapshot)}`);
    const tables: TableRecord[] = [];
    for (const table of known) {
      await lockTable(client, table);
      tables.push(await copyTable(client, table, add));
    }
    await client.query('commit');
    await client.query("set statement_timeout = '60s'");
    return { tables, sequences: await listSequences(client, [own]) };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether the plugin, or what it has made, is the reason; anything else is a fault of the archive, as a full disk. */
const isOfPlugin = (error: unknown): error is Error =>
  error instanceof pg.DatabaseError || error instanceof OperatorError || isDatabaseAway(error);

/**
 * Copies what plugins own, each over its own account, in the snapshot of `client`, whose transaction stays open meanwhile. A plugin
 * that does not let its tables be read is left out whole and named; the school's own data do not depend on it.
 */
export async function copyPluginTables(
  client: pg.Client,
  { plugins, ...copying }: Copying & { plugins: readonly PluginSchemas[] },
): Promise<Copied & { failed: string[] }> {
  const copied: Copied & { failed: string[] } = { tables: [], sequences: [], failed: [] };
  for (const plugin of plugins) {
    const known = await listTables(client, [plugin.own]);
    if (known.length === 0) continue;
    const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
    try {
      const { tables, sequences } = await copyOne({ ...plugin, known, snapshot: rows[0]?.snapshot ?? '' }, copying);
      copied.tables.push(...tables);
      copied.sequences.push(...sequences);
    } catch (error) {
      if (!isOfPlugin(error)) throw error;
      copying.log(`The data of the plugin ${plugin.id} was left out: ${error.message}`);
      copied.failed.push(plugin.id);
    }
  }
  return copied;
}
