import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, chooseAccount, changeOwner, type SystemAccount } from './embedded/account.ts';
import { bringUp, embeddedConnection, type EmbeddedConnection, type Up } from './embedded/bring-up.ts';
import { APP_ROLE, loadAppPassword } from './embedded/app-role.ts';
import { CLUSTER_USER, ensureCluster, loadPassword } from './embedded/cluster.ts';
import type { Launch, ServerSettings } from './embedded/postmaster.ts';
import { findRuntime } from './embedded/runtime.ts';
import { OperatorError } from './operator-error.ts';

export type { EmbeddedConnection } from './embedded/bring-up.ts';

export type EmbeddedDatabase = {
  connection: EmbeddedConnection;
  /** The superuser's, for tests and benchmarks: the product itself works without. */
  superuser: EmbeddedConnection;
  /** False when another process started the server; it then ends when that process stops it. */
  readonly owned: boolean;
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  data_dir: string;
  database: string;
  /** Receives the server's own messages, one line at a time. */
  log: (line: string) => void;
  settings?: ServerSettings;
  /** Restart the server when it dies or when its owning process stops it. */
  keep?: boolean;
};

/** The path of a Unix socket may have 107 bytes, including its file name. */
const LONGEST_SOCKET_FOLDER = 85;

function prepareRoot(dataFolder: string, account: SystemAccount): string {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const root = realpathSync(dataFolder);
  changeOwner(account, root);
  if (canEnter(account, root)) return root;
  throw new OperatorError(
    `The database's account cannot enter ${root}, because a folder above it is private; as root set KAIKE_DATA_DIR to a folder such as /var/lib/kaike.`,
  );
}

function chooseSocketFolder(root: string, account: SystemAccount): string {
  if (Buffer.byteLength(root) < LONGEST_SOCKET_FOLDER) return root;
  const short = join(tmpdir(), `kaike-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`);
  mkdirSync(short, { recursive: true, mode: 0o700 });
  changeOwner(account, short);
  return short;
}

function prepare(options: EmbeddedOptions): { launch: Launch; superuser: EmbeddedConnection; root: string } {
  if (process.platform === 'win32')
    throw new OperatorError('The embedded database needs Unix sockets, which Windows does not have; set DATABASE_URL.');
  const account = chooseAccount();
  const root = prepareRoot(options.data_dir, account);
  const runtime = findRuntime(account, root);
  const folder = ensureCluster(runtime, account, root);
  const socket = chooseSocketFolder(root, account);
  return {
    root,
    launch: { runtime, account, folder, socket, settings: options.settings ?? {}, log: options.log },
    superuser: embeddedConnection({
      host: socket,
      user: CLUSTER_USER,
      password: loadPassword(folder),
      database: options.database,
    }),
  };
}

/** Calls back when the server behind the connection goes away; the connection is used for nothing else. */
function onceGone(up: Up, callback: () => void): void {
  up.client.once('end', callback);
}

/**
 * Starts the embedded PostgreSQL on a data folder, or attaches to the one another process runs there, and creates the
 * database when it is missing. Works after kill -9 of anything, and for several processes at once.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { launch, superuser, root } = prepare(options);
  let isStopping = false;
  let revival: Promise<void> = Promise.resolve();
  let up = await bringUp(launch, superuser);

  const revive = async (): Promise<void> => {
    while (!isStopping) {
      options.log('The database server is gone; bringing it back.');
      try {
        const before = up.postmaster;
        up = await bringUp(launch, superuser, () => !isStopping);
        // After one backend crashes, the server drops every connection, but it is still the one we started.
        if (before && !before.isOver()) up = { ...up, postmaster: before };
        return onceGone(up, goneAgain);
      } catch (cause) {
        options.log(String(cause));
      }
    }
  };
  const goneAgain = (): void => {
    if (!isStopping) revival = revive();
  };
  if (options.keep) onceGone(up, goneAgain);
  else await up.client.end();

  return {
    connection: { ...superuser, user: APP_ROLE, password: loadAppPassword(launch.folder) },
    superuser,
    get owned() {
      return up.postmaster !== null;
    },
    async stop() {
      isStopping = true;
      await revival;
      await up.client.end();
      await up.postmaster?.stop();
      if (up.postmaster && launch.socket !== root) await rmdir(launch.socket).catch(() => undefined); // another process may be using it again
    },
  };
}
