import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from './embedded.ts';
import { OperatorError } from './operator-error.ts';
import type { Connection } from './pool.ts';
import { assertOwnSessions } from './external/pooler.ts';

/** The database of this installation, embedded or not, ready for connections. */
export type OpenDatabase = {
  connection: Connection;
  /** True when this process runs the server, which then ends with it. */
  readonly owned: boolean;
  stop(): Promise<void>;
};

type Options = {
  log: (line: string) => void;
  /** For a long-lived process: wait for a server that is still starting, and restart the embedded one when it dies. */
  keep?: boolean;
};

const OLDEST_VERSION = 150_000;
const WAIT_MS = 30_000;
const PAUSE_MS = 500;
const PASSING = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', '57P03'];

/** The folder of the embedded database inside the data folder. */
export const embeddedFolder = (dataFolder: string): string => join(dataFolder, 'postgres');

async function checkServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; encoding: string }>(
      "select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding",
    );
    const server = rows[0];
    if (server && server.version < OLDEST_VERSION)
      throw new OperatorError(`PostgreSQL ${Math.floor(server.version / 10_000)} is too old; Kaike needs 15 or later.`);
    if (server && server.encoding !== 'UTF8')
      throw new OperatorError(
        `The database of DATABASE_URL is encoded in ${server.encoding}; create it with encoding UTF8.`,
      );
  } finally {
    await client.end().catch(() => undefined);
  }
  await assertOwnSessions(url);
}

async function reachServer(url: string, { log, keep }: Options): Promise<void> {
  const deadline = Date.now() + (keep ? WAIT_MS : 0);
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await checkServer(url);
    } catch (cause) {
      if (cause instanceof OperatorError) throw cause;
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
      if (!PASSING.includes(code) || Date.now() > deadline) throw unreachable(url, cause);
      if (isFirst) log(`The database does not answer yet (${code}); waiting up to ${WAIT_MS / 1000} s.`);
      await wait(PAUSE_MS);
    }
  }
}

function unreachable(url: string, cause: unknown): OperatorError {
  const { host, pathname } = new URL(url);
  const reason =
    cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : cause.name) : String(cause);
  return new OperatorError(`The database of DATABASE_URL (${host}${pathname}) cannot be used: ${reason}.`, { cause });
}

/** Uses DATABASE_URL when it is set, and then starts nothing; otherwise the embedded PostgreSQL. */
export async function openDatabase(
  config: { data_dir: string; database_url: string | null },
  options: Options,
): Promise<OpenDatabase> {
  const { database_url } = config;
  if (database_url === null) {
    return startEmbedded({
      data_dir: embeddedFolder(config.data_dir),
      database: 'kaike',
      log: options.log,
      keep: options.keep ?? false,
    });
  }
  await reachServer(database_url, options);
  return { connection: { connectionString: database_url }, owned: false, stop: () => Promise.resolve() };
}
