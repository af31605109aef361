import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** What the system itself puts between the process of a plugin and everything else; the guards inside that process come second. */
export type Boundary = {
  /** It runs under an account of its own, which owns no file and no other process. */
  readonly own_user: boolean;
  /** Without `network.connect` it has a network of its own in which there is nothing. */
  readonly own_network: boolean;
  /** The kernel refuses it more memory than it may have. */
  readonly memory: boolean;
};

/** Beyond the accounts that systems give out, and within those that containers have. */
const [firstAccount, accounts] = [60_800, 256];
/** Where an account of its own finds its files: the data folder is private. */
const cacheFolder = '/var/cache/kaike';
const probeMs = 5000;

const isRoot = (): boolean => process.getuid?.() === 0;

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The account of a plugin of one installation. Two may share one: they are then apart as far as Node keeps them apart. */
const accountOf = (dataFolder: string, id: string): number =>
  firstAccount + (digestOf(`${dataFolder}|${id}`).readUInt32BE(0) % accounts);

const runs = (command: string, args: readonly string[], account?: number): string | null => {
  const identity = account === undefined ? {} : { uid: account, gid: account };
  const { status, stdout } = spawnSync(command, args, { ...identity, cwd: '/', encoding: 'utf8', timeout: probeMs });
  return status === 0 ? stdout.trim() : null;
};

function mayChangeUser(): boolean {
  if (!isRoot()) return false;
  try {
    mkdirSync(cacheFolder, { recursive: true, mode: 0o711 });
  } catch {
    return false; // a system that is read only
  }
  return runs('sh', ['-c', 'cd "$0"', cacheFolder], firstAccount) !== null;
}

/** What a command is preceded by to have an empty network; tried out, as containers and hardened systems refuse it. */
function findUnshare(): readonly string[] {
  if (process.platform !== 'linux') return [];
  const program = ['/usr/bin/unshare', '/bin/unshare', '/usr/sbin/unshare'].find(existsSync);
  if (!program) return [];
  const command = [program, ...(isRoot() ? [] : ['-U']), '-n'];
  const seen = runs(program, [...command.slice(1), 'readlink', '/proc/self/ns/net']);
  return seen === null || seen === readlinkSync('/proc/self/ns/net') ? [] : command;
}

const limitMemory = 'ulimit -d "$0" && exec "$@"';
const kilobytes = 1024;
/** The stacks of Node's threads count, though hardly anything of them is ever used. */
const stackMegabytes = 64;

function mayLimitMemory(): boolean {
  return process.platform === 'linux' && runs('/bin/sh', ['-c', limitMemory, String(kilobytes ** 2), 'true']) !== null;
}

type Tried = { boundary: Boundary; unshare: readonly string[] };
let tried: Tried | null = null;

/** Tried out once in the life of a process; takes some milliseconds. */
function tryOut(): Tried {
  const unshare = findUnshare();
  return {
    unshare,
    boundary: { own_user: mayChangeUser(), own_network: unshare.length > 0, memory: mayLimitMemory() },
  };
}

const onThisSystem = (): Tried => (tried ??= tryOut());

export const findBoundary = (): Boundary => onThisSystem().boundary;

/** Where the folders of plugins are. */
export function folderOfPlugins(dataFolder: string): string {
  if (!findBoundary().own_user) return join(dataFolder, 'plugins');
  return join(cacheFolder, digestOf(dataFolder).toString('hex').slice(0, 12));
}

/** The account of the system that a plugin runs under; null for the server's own. */
export const findAccount = (dataFolder: string, id: string): number | null =>
  findBoundary().own_user ? accountOf(dataFolder, id) : null;

/** What `command` is to be started with. */
export function confine(
  command: readonly string[],
  { memory_mb: most, may_connect }: { memory_mb: number; may_connect: boolean },
): { file: string; args: string[] } {
  const { boundary, unshare } = onThisSystem();
  const limited = boundary.memory ? ['/bin/sh', '-c', limitMemory, String((most + stackMegabytes) * kilobytes)] : [];
  const [file = '', ...args] = [...limited, ...(may_connect ? [] : unshare), ...command];
  return { file, args };
}
