import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { giveTo, type Account } from './account.ts';
import { isAlive } from './is-alive.ts';
import { listMajors, type Runtime } from './runtime.ts';

/** The role that owns everything in an embedded cluster. */
export const CLUSTER_USER = 'kaike';
const PASSWORD_FILE = 'kaike.secret';
const PASSWORD_BYTES = 24;

/** What a database process gets to see of our environment. */
export const cleanEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' });

/** Names of the character table that knows every letter; Chinese keywords are only indexed by trigrams where one is there. */
const utf8Ctypes: Partial<Record<NodeJS.Platform, string>> = { linux: 'C.UTF-8', darwin: 'UTF-8' };

/** The builtin provider sorts alike on every machine, so that indexes survive a move; it is new in 17. */
const localeOptions = (major: number, ctype: string): string[] =>
  major >= 17
    ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${ctype}`]
    : ['--locale=C.UTF-8'];

function runInitdb(runtime: Runtime, account: Account, folders: { fresh: string; passwordFile: string }): void {
  const options = [
    '-D',
    folders.fresh,
    '-U',
    CLUSTER_USER,
    '--auth=scram-sha-256',
    `--pwfile=${folders.passwordFile}`,
    '-E',
    'UTF8',
  ];
  const run = (ctype: string): void => {
    execFileSync(
      join(runtime.bin, 'initdb'),
      [...options, ...localeOptions(runtime.major, ctype), '--no-instructions'],
      {
        ...account,
        cwd: '/',
        env: cleanEnvironment(),
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
  };
  try {
    try {
      run(utf8Ctypes[process.platform] ?? 'C');
    } catch {
      // A system without that table: everything works, Chinese keywords are slower. What failed has cleaned up after itself.
      run('C');
    }
  } catch (cause) {
    const reason = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : String(cause);
    throw new OperatorError(`The embedded database could not be created: ${reason}`, { cause });
  }
}

function writePrivate(account: Account, file: string, content: string): void {
  writeFileSync(file, content, { mode: 0o600 });
  giveTo(account, file);
}

/** Scratch folders whose maker was killed half way. */
function sweepScratch(root: string): void {
  for (const name of readdirSync(root)) {
    const pid = Number(/^(?:init|password)-(\d+)$/.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) rmSync(join(root, name), { recursive: true, force: true });
  }
}

/** Data of another major version must never be passed over in silence for a new, empty cluster. */
function refuseOtherMajor(root: string, runtime: Runtime): void {
  const majors = listMajors(root);
  if (majors.length === 0) return;
  throw new OperatorError(
    `The data in ${root} were made by PostgreSQL ${majors.join(', ')}, but this machine offers ${runtime.major}; ` +
      'install that version, or restore a backup into an empty data folder.',
  );
}

/**
 * The cluster's folder, created when missing. initdb works in a scratch folder that is renamed into place with its
 * password inside: a kill half way leaves nothing half made, and of two first starts exactly one wins.
 */
export function ensureCluster(runtime: Runtime, account: Account, root: string): string {
  const folder = join(root, `pg${runtime.major}`);
  if (existsSync(join(folder, 'PG_VERSION'))) return folder;
  sweepScratch(root);
  refuseOtherMajor(root, runtime);
  const fresh = join(root, `init-${process.pid}`);
  const passwordFile = join(root, `password-${process.pid}`);
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  try {
    writePrivate(account, passwordFile, `${password}\n`);
    runInitdb(runtime, account, { fresh, passwordFile });
    writePrivate(account, join(fresh, PASSWORD_FILE), password);
    renameSync(fresh, folder);
  } catch (cause) {
    if (!existsSync(join(folder, 'PG_VERSION'))) throw cause; // else another process was first
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}

/** The password of the cluster's role. */
export const readPassword = (folder: string): string => readFileSync(join(folder, PASSWORD_FILE), 'utf8');

/** `dead`: left by a killed server, which PostgreSQL sorts out itself. `taken`: its number now belongs to another process. */
export type ServerState = 'none' | 'dead' | 'taken' | 'running';

const pidFile = (folder: string): string => join(folder, 'postmaster.pid');

function readPid(folder: string): number | null {
  try {
    return Number.parseInt(readFileSync(pidFile(folder), 'utf8'), 10);
  } catch {
    return null; // no server, or it is just going away
  }
}

/**
 * Whether a server works on this folder. The pid file alone does not tell: after a crash or a container restart its
 * number may belong to anyone. A postmaster's working directory is its data folder.
 */
export function readServerState(folder: string): ServerState {
  const pid = readPid(folder);
  if (pid === null) return 'none';
  if (!isAlive(pid)) return 'dead';
  if (process.platform !== 'linux') return 'running';
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder ? 'running' : 'taken';
  } catch {
    return isAlive(pid) ? 'taken' : 'dead';
  }
}

/** Removes a pid file whose number another process has taken; PostgreSQL would refuse to start beside it. */
export function removeTakenPid(folder: string): void {
  if (readServerState(folder) === 'taken') rmSync(pidFile(folder), { force: true });
}
