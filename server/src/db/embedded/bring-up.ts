import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { readServerState, removeTakenPid } from './cluster.ts';
import { launchPostmaster, type Launch, type Postmaster } from './postmaster.ts';

export type EmbeddedConnection = { host: string; user: string; password: string; database: string };

/** A server that answers: the connection that proved it, and the process when it is ours. */
export type Up = { client: pg.Client; postmaster: Postmaster | null };

const PATIENCE_MS = 60_000;
const RELAUNCH_PAUSE_MS = 150;
const POLL_MS = 10;
const DUPLICATE_DATABASE = ['42P04', '23505'];
/** Not there yet, going away, or recovering: all of them pass. */
const PASSING = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P03'];

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}

async function createDatabase(client: pg.Client, database: string): Promise<void> {
  const known = await client.query('select 1 from pg_database where datname = $1', [database]);
  if (known.rowCount !== 0) return;
  try {
    await client.query(`create database ${client.escapeIdentifier(database)}`);
  } catch (cause) {
    if (!DUPLICATE_DATABASE.includes(codeOf(cause) ?? '')) throw cause; // else another process was first
  }
}

/** One attempt to connect and to have the database; null when the server is not up. */
async function tryConnect(connection: EmbeddedConnection): Promise<pg.Client | null> {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 5000, application_name: 'kaike keeper' });
  client.on('error', () => undefined); // it may break at any time; whoever keeps it listens for its end
  try {
    await client.connect();
    await createDatabase(client, connection.database);
    return client;
  } catch (cause) {
    await client.end().catch(() => undefined);
    const code = codeOf(cause);
    if (code !== undefined && !PASSING.includes(code)) throw cause;
    return null;
  }
}

/**
 * One loop for every state: a fresh cluster, a stale pid file, another process's live server, a server that is just
 * shutting down because its app was killed, and backends that still hold the memory of a killed postmaster.
 */
export async function bringUp(launch: Launch, connection: EmbeddedConnection, isWanted: () => boolean = () => true): Promise<Up> {
  const deadline = Date.now() + PATIENCE_MS;
  let postmaster: Postmaster | null = null;
  let nextLaunch = 0;
  while (isWanted() && Date.now() < deadline) {
    const client = await tryConnect(connection);
    if (client) return { client, postmaster: postmaster?.isOver() ? null : postmaster };
    if ((postmaster === null || postmaster.isOver()) && Date.now() >= nextLaunch) {
      removeTakenPid(launch.folder);
      if (readServerState(launch.folder) !== 'running') {
        postmaster = launchPostmaster(launch);
        nextLaunch = Date.now() + RELAUNCH_PAUSE_MS;
      }
    }
    await wait(POLL_MS);
  }
  await postmaster?.stop();
  throw new OperatorError(`The embedded database did not come up. It said: ${postmaster?.tail() || 'nothing'}`);
}
