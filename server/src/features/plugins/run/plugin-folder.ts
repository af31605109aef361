import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { hashFiles, readPackage, type PackageFiles } from '../package/read-package.ts';

const rootOf = (dataFolder: string): string => join(dataFolder, 'plugins');
const nameOf = (id: string, hash: string): string => `${id}@${hash.slice(0, 16)}`;

/** So that `.js` files are modules, too; the package's own says nothing that we need. */
const moduleMark = '{"type":"module"}';

const runnable = (files: PackageFiles): PackageFiles => new Map([...files, ['package.json', Buffer.from(moduleMark)]]);

async function isWhole(folder: string, files: PackageFiles): Promise<boolean> {
  try {
    return existsSync(folder) && hashFiles(await readPackage(folder)) === hashFiles(files);
  } catch {
    return false; // It was changed or taken apart by hand.
  }
}

/**
 * The folder that the process of a plugin runs from. It is made from what the database holds, whether it is missing, as on a
 * new node, or was changed or removed by hand.
 */
export async function makeFolder(
  dataFolder: string,
  { id, hash, files }: { id: string; hash: string; files: PackageFiles },
): Promise<string> {
  const folder = join(rootOf(dataFolder), nameOf(id, hash));
  const complete = runnable(files);
  if (await isWhole(folder, complete)) return folder;
  const draft = `${folder}.${randomBytes(6).toString('hex')}`;
  for (const [path, content] of complete) {
    mkdirSync(dirname(join(draft, path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(draft, path), content, { mode: 0o600 });
  }
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
  const root = rootOf(dataFolder);
  if (!existsSync(root)) return;
  const keep = keptHash === null ? null : nameOf(id, keptHash);
  for (const name of readdirSync(root))
    if (name.startsWith(`${id}@`) && name !== keep) rmSync(join(root, name), { recursive: true, force: true });
}
