import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { changeOwner, type SystemAccount } from './account.ts';
import { isAlive } from './is-alive.ts';
import { listMajors, type Runtime } from './runtime.ts';

/** The superuser of an embedded cluster, which only sets up what Kaike needs; what works is another role. */
export const CLUSTER_USER = 'kaike';
const PASSWORD_FILE = 'kaike.secret';
const PASSWORD_BYTES = 24;

/** The environment of a database process. */
export const cleanEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' });

/** Names of the LC_CTYPE that classifies every letter; Chinese keywords are indexed by trigrams only where it exists. */
const utf8Ctypes: Partial<Record<NodeJS.Platform, string>> = { linux: 'C.UTF-8', darwin: 'UTF-8' };

/** The builtin provider (new in 17) sorts the same on every machine, so that indexes survive a move. */
const localeOptions = (major: number, ctype: string): string[] =>
  major >= 17
    ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${ctype}`]
    : ['--locale=C.UTF-8'];

function runInitdb(runtime: Runtime, account: SystemAccount, folders: { fresh: string; passwordFile: string }): void {
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
      // A system without that LC_CTYPE: everything works, Chinese keywords are slower. The failed initdb has cleaned up after itself.
      run('C');
    }
  } catch (cause) {
    const reason = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : String(cause);
    throw new OperatorError(`The embedded database could not be created: ${reason}`, { cause });
  }
}

function writePrivate(account: SystemAccount, file: string, content: string): void {
  writeFileSync(file, content, { mode: 0o600 });
  changeOwner(account, file);
}

/** Removes scratch files whose process was killed. */
function sweepScratch(root: string): void {
  for (const name of readdirSync(root)) {
    const pid = Number(/^(?:init|password)-(\d+)$/.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) rmSync(join(root, name), { recursive: true, force: true });
  }
}

/** Data of another major version must never be silently ignored in favour of a new, empty cluster. */
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
 * password inside: a kill in the middle leaves nothing half done, and of two first starts exactly one wins.
 */
export function ensureCluster(runtime: Runtime, account: SystemAccount, root: string): string {
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

/** The password of the superuser. */
export const loadPassword = (folder: string): string => readFileSync(join(folder, PASSWORD_FILE), 'utf8');

/** `dead`: left by a killed server, which PostgreSQL sorts out itself. `taken`: its pid now belongs to another process. */
export type ServerState = 'none' | 'dead' | 'taken' | 'running';

const pidFile = (folder: string): string => join(folder, 'postmaster.pid');
/** The line that says whether a running server is starting, ready or stopping. */
const STATUS_LINE = 7;

function readPidFile(folder: string): string[] | null {
  try {
    return readFileSync(pidFile(folder), 'utf8').split('\n');
  } catch {
    return null; // no server, or it is just shutting down
  }
}

/**
 * Whether a server runs on this folder. The pid file alone is not enough: after a crash or a container restart its
 * pid may belong to any process. A postmaster's working directory is its data folder.
 */
export function loadServerState(folder: string): ServerState {
  const pid = Number.parseInt(readPidFile(folder)?.[0] ?? '', 10);
  if (Number.isNaN(pid)) return 'none';
  if (!isAlive(pid)) return 'dead';
  if (process.platform !== 'linux') return 'running';
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder ? 'running' : 'taken';
  } catch {
    return isAlive(pid) ? 'taken' : 'dead';
  }
}

/** Whether a running server is still starting, or stopping: it would refuse a connection, and log that as an error. */
export function refusesConnections(folder: string): boolean {
  const status = readPidFile(folder)?.[STATUS_LINE]?.trim();
  return status !== 'ready' && loadServerState(folder) === 'running';
}

/** Removes a pid file whose pid now belongs to another process, as PostgreSQL would refuse to start. */
export function removeTakenPid(folder: string): void {
  if (loadServerState(folder) === 'taken') rmSync(pidFile(folder), { force: true });
}
