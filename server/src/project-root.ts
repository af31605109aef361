import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

function isProject(folder: string): boolean {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return false;
  const content: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  return typeof content === 'object' && content !== null && 'name' in content && content.name === 'kaike';
}

/** The folder with the root manifest, found the same way from the TypeScript source and from the bundle. */
export function findProjectRoot(from: string = import.meta.dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (isProject(folder)) return folder;
    if (folder === dirname(folder)) return process.cwd();
  }
}

let version: string | null = null;

/** The version of the program that runs. */
export function loadVersion(): string {
  version ??= (JSON.parse(readFileSync(join(findProjectRoot(), 'package.json'), 'utf8')) as { version: string })
    .version;
  return version;
}
