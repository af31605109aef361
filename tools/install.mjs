import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot, root } from './project.mjs';
import { run, step, StepError } from './steps.mjs';

const stampFile = inRoot('node_modules', '.kaike-stamp');
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

function expectedStamp() {
  const lock = createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex');
  return `${lock} ${process.platform}-${process.arch} ${process.versions.modules}`;
}

/** Packages may have been installed by hand: npm keeps a list of them in node_modules. */
function matchesLock() {
  const hidden = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const locked = readJson(inRoot('package-lock.json')).packages;
  const installed = readJson(hidden).packages;
  return Object.entries(locked).every(([path, { version, optional, link }]) => {
    if (!path.startsWith('node_modules/') || link) return true;
    return installed[path] === undefined ? optional === true : installed[path].version === version;
  });
}

function isInstalled() {
  if (!existsSync(inRoot('node_modules'))) return false;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === expectedStamp()) return true;
  if (!matchesLock()) return false;
  writeStamp();
  return true;
}

function writeStamp() {
  try {
    writeFileSync(stampFile, expectedStamp());
  } catch {
    // A read-only installation is compared each time.
  }
}

/** The npm that started us, or the one on PATH. */
function npmCommand() {
  const path = process.env.npm_execpath;
  if (path?.endsWith('npm-cli.js')) return { command: process.execPath, args: [path] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
}

const OPTIONS = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];

/** Installs the packages when they are missing or do not match the lock file. */
export async function install() {
  if (isInstalled()) return;
  const { command, args } = npmCommand();
  await step('Installing packages', () => run(command, [...args, 'ci', ...OPTIONS], { cwd: root }));
  if (!matchesLock())
    throw new StepError(
      'npm ended well, but the packages are not those of package-lock.json; remove node_modules and start again.',
    );
  writeStamp();
}
