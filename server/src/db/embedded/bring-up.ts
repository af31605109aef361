import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { prepareApp } from './app-role.ts';
import { loadServerState, refusesConnections, removeTakenPid } from './cluster.ts';
import { launchPostmaster, SOCKET_PORT, type Launch, type Postmaster } from './postmaster.ts';

/**
 * Sets everything the driver would otherwise take from PGPORT, PGSSLMODE and the like, which many shells set for another server;
 * `options` must not be empty for that reason.
 */
export type EmbeddedConnection = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  ssl: false;
  client_encoding: string;
  options: string;
  sslnegotiation: 'postgres';
};

/** The connection of a role to the embedded server in a socket folder. */
export const embeddedConnection = (address: {
  host: string;
  user: string;
  password: string;
  database: string;
}): EmbeddedConnection => ({
  ...address,
  port: SOCKET_PORT,
  ssl: false,
  client_encoding: 'UTF8',
  options: '-c timezone=UTC',
  sslnegotiation: 'postgres',
});

/** A running server: the connection that proved it, and the process when it is ours. */
export type Up = { client: pg.Client; postmaster: Postmaster | null };

const TIMEOUT_MS = 60_000;
const RELAUNCH_PAUSE_MS = 150;
const POLL_MS = 10;
/** Transient: not there yet, going away, or recovering. */
const PASSING = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P03'];

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}

/** One attempt to connect and prepare role and database; returns the reason when the server is not up. */
async function tryConnect(connection: EmbeddedConnection, launch: Launch): Promise<pg.Client | Error> {
  const client = new pg.Client({
    ...connection,
    database: 'postgres',
    connectionTimeoutMillis: 5000,
    application_name: 'kaike keeper',
  });
  client.on('error', () => undefined); // it may break at any time; whoever holds it listens for 'end'
  try {
    await client.connect();
    await prepareApp(client, connection, launch);
    return client;
  } catch (cause) {
    await client.end().catch(() => undefined);
    if (cause instanceof OperatorError) throw cause;
    const code = codeOf(cause);
    if (code !== undefined && !PASSING.includes(code))
      throw new OperatorError(`The embedded database refuses Kaike: ${String(cause)}`, { cause });
    return cause instanceof Error ? cause : new Error(String(cause));
  }
}

type Attempt = {
  launch: Launch;
  connection: EmbeddedConnection;
  shouldContinue: () => boolean;
  started: (postmaster: Postmaster) => void;
};

async function tryUntilUp({ launch, connection, shouldContinue, started }: Attempt): Promise<Up | string> {
  const deadline = Date.now() + TIMEOUT_MS;
  let postmaster: Postmaster | null = null;
  let nextLaunch = 0;
  let reason = 'the process is stopping';
  while (shouldContinue() && Date.now() < deadline) {
    if (refusesConnections(launch.folder)) {
      reason = 'the server is starting or stopping';
      await wait(POLL_MS);
      continue;
    }
    const client = await tryConnect(connection, launch);
    if (!(client instanceof Error)) return { client, postmaster: postmaster?.isOver() ? null : postmaster };
    reason = client.message;
    if ((postmaster === null || postmaster.isOver()) && Date.now() >= nextLaunch) {
      removeTakenPid(launch.folder);
      if (loadServerState(launch.folder) !== 'running') {
        postmaster = launchPostmaster(launch);
        started(postmaster);
        nextLaunch = Date.now() + RELAUNCH_PAUSE_MS;
      }
    }
    await wait(POLL_MS);
  }
  return reason;
}

/**
 * One loop handles every state: a fresh cluster, a stale pid file, another process's live server, a server that is
 * shutting down because its app was killed, and backends that still hold the memory of a killed postmaster. A server that
 * cannot be used is not left running. The connection is the superuser's.
 */
export async function bringUp(
  launch: Launch,
  connection: EmbeddedConnection,
  shouldContinue: () => boolean = () => true,
): Promise<Up> {
  const launched: Postmaster[] = [];
  try {
    const up = await tryUntilUp({
      launch,
      connection,
      shouldContinue,
      started: (postmaster) => void launched.push(postmaster),
    });
    if (typeof up !== 'string') return up;
    const output = launched.at(-1)?.tail() || 'nothing';
    throw new OperatorError(
      `The embedded database could not be used within ${TIMEOUT_MS / 1000} s: ${up}\nIt said: ${output}`,
    );
  } catch (cause) {
    await launched.at(-1)?.stop();
    throw cause;
  }
}
