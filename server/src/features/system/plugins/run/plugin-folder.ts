import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { hashFiles, loadPackage, type PackageFiles } from '../package/load-package.ts';
import { findAccount, folderOfPlugins } from './boundary.ts';

const nameOf = (id: string, hash: string): string => `${id}@${hash.slice(0, 16)}`;

/** So that `.js` files are modules, too; the package's own says nothing that we need. */
const moduleMark = '{"type":"module"}';

const runnable = (files: PackageFiles): PackageFiles => new Map([...files, ['package.json', Buffer.from(moduleMark)]]);

async function isWhole(folder: string, files: PackageFiles): Promise<boolean> {
  try {
    return existsSync(folder) && hashFiles(await loadPackage(folder)) === hashFiles(files);
  } catch {
    return false; // It was changed or taken apart by hand.
  }
}

/** Writes the files; an account of its own may read them, and nobody else but us. */
function writeFolder(folder: string, files: PackageFiles, account: number | null): void {
  const [folderMode, fileMode] = account === null ? [0o700, 0o600] : [0o750, 0o640];
  const places = new Set<string>();
  for (const [path, content] of files) {
    for (let place = dirname(join(folder, path)); place.startsWith(folder); place = dirname(place)) places.add(place);
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: folderMode });
    writeFileSync(join(folder, path), content, { mode: fileMode });
    if (account !== null) chownSync(join(folder, path), 0, account);
  }
  if (account !== null) for (const place of places) chownSync(place, 0, account);
}

/**
 * The folder that the process of a plugin runs from. It is made from what the database holds, whether it is missing, as on a
 * new node, or was changed or removed by hand.
 */
export async function makeFolder(
  dataFolder: string,
  { id, hash, files }: { id: string; hash: string; files: PackageFiles },
): Promise<string> {
  const root = folderOfPlugins(dataFolder);
  const account = findAccount(dataFolder, id);
  const folder = join(root, nameOf(id, hash));
  const complete = runnable(files);
  if (await isWhole(folder, complete)) return folder;
  const draft = `${folder}.${randomBytes(6).toString('hex')}`;
  mkdirSync(root, { recursive: true, mode: account === null ? 0o700 : 0o711 });
  writeFolder(draft, complete, account);
  rmSync(folder, { recursive: true, force: true });
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process of this machine was faster.
    if (!(await isWhole(folder, complete))) throw error;
  }
  return folder;
}

/** Removes the folders of a plugin but that of one version. */
export function removeFolders(dataFolder: string, id: string, keptHash: string | null): void {
  const root = folderOfPlugins(dataFolder);
  if (!existsSync(root)) return;
  const keep = keptHash === null ? null : nameOf(id, keptHash);
  for (const name of readdirSync(root))
    if (name.startsWith(`${id}@`) && name !== keep) rmSync(join(root, name), { recursive: true, force: true });
}
