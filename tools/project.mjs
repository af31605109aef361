import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

export const inRoot = (...parts) => join(root, ...parts);

/** Files that no build depends on. */
const isLeftOut = (name) => name === 'node_modules' || name === 'test' || /\.test\.tsx?$/.test(name);

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  const names = readdirSync(path)
    .filter((name) => !isLeftOut(name))
    .sort();
  return names.flatMap((name) => filesBelow(join(path, name)));
}

/** A hash of the contents of files and folders, without tests: equal inputs need no rebuild, whatever their dates. */
export function hashInputs(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((each) => filesBelow(inRoot(each)))) {
    hash
      .update(`${path.slice(root.length)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

const stampFile = (name) => inRoot('dist', '.stamps', name);

export function readStamp(name) {
  return existsSync(stampFile(name)) ? readFileSync(stampFile(name), 'utf8') : '';
}

export function writeStamp(name, value) {
  mkdirSync(dirname(stampFile(name)), { recursive: true });
  writeFileSync(stampFile(name), value);
}

/** Invalidates a build before it is replaced, so that an interrupted one does not count as complete. */
export function removeStamp(name) {
  rmSync(stampFile(name), { force: true });
}
