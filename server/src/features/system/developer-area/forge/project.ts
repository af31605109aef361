import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError, assert } from '../../../../core/app-error.ts';

/** A file to write: what is there now (null: nothing) and what will be. */
export type PlannedFile = { path: string; before: string | null; after: string };

/** Where every definition is listed. */
export const registryFile = 'shared/src/resources/index.ts';

/** Source files of the project below a folder; paths are relative to it. */
export type Project = {
  root: string;
  /** The contents of a file, or null. */
  read: (path: string) => string | null;
  /** The contents of a file that must be there. */
  need: (path: string) => string;
};

/** The project in a folder; refused where the server has no source beside it. */
export function openProject(root: string): Project {
  assert(existsSync(join(root, registryFile)), 'developments.no_source');
  const read = (path: string): string | null =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null;
  return {
    root,
    read,
    need: (path) => {
      const text = read(path);
      assert(text !== null, 'developments.no_source');
      return text;
    },
  };
}

/** The file of a definition that is there, as the registry imports it. */
export function definitionFile(project: Project, name: string): string {
  const found = new RegExp(`from '\\./([\\w/-]*/${name}\\.ts)';`).exec(project.need(registryFile))?.[1];
  assert(found !== undefined, 'developments.not_understood', { params: { path: registryFile } });
  return `shared/src/resources/${found}`;
}

/** The name of the next migration. */
export function nextMigration({ root }: Project, subject: string): string {
  const numbers = readdirSync(join(root, 'server/migrations')).map((name) => Number.parseInt(name, 10) || 0);
  return `server/migrations/${String(Math.max(0, ...numbers) + 1).padStart(4, '0')}_${subject}.sql`;
}

/** The same for the same files with the same contents before and after: proof that they were shown. */
export function hashOf(files: readonly PlannedFile[]): string {
  const hash = createHash('sha256');
  for (const { path, before, after } of files) hash.update(JSON.stringify([path, before, after]));
  return hash.digest('hex');
}

function writeOne(root: string, path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

/**
 * Writes all files or none, in their order: what others refer to comes first, so that a server that restarts at the first
 * change finds the rest.
 */
export function writeFiles({ root }: Project, files: readonly PlannedFile[]): void {
  const written: PlannedFile[] = [];
  try {
    for (const file of files) {
      written.push(file);
      writeOne(root, file.path, file.after);
    }
  } catch (cause) {
    for (const { path, before } of written.toReversed()) {
      if (before === null) rmSync(join(root, path), { force: true });
      else writeOne(root, path, before);
    }
    throw new AppError('developments.not_written', { cause });
  }
}

/** Source as the project's formatter writes it, by the project's settings. */
export async function formatSource(project: Project, path: string, text: string): Promise<string> {
  // A tool of development: an installation without them has none.
  const tool = await import('oxfmt').catch(() => null);
  assert(tool, 'developments.no_source');
  const { printWidth, singleQuote } = JSON.parse(project.need('.oxfmtrc.json')) as {
    printWidth: number;
    singleQuote: boolean;
  };
  const { code, errors } = await tool.format(path, text, { printWidth, singleQuote });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message ?? ''}`);
  return code;
}
