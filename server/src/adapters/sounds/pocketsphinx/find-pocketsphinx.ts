import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { pocketsphinxFiles } from '../port.ts';

/** The program and its model of American English, as Debian installs them: `pocketsphinx`, `pocketsphinx-en-us`. */
export type Pocketsphinx = { program: string; model: string; dictionary: string };

const isThere = (path: string, mode: number): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );

async function firstOf(paths: readonly string[], mode: number): Promise<string | null> {
  for (const path of paths) if (await isThere(path, mode)) return path;
  return null;
}

/** Null while either is missing. */
export async function findPocketsphinx(
  searchPath = process.env['PATH'] ?? '',
  folders: readonly string[] = pocketsphinxFiles.models,
): Promise<Pocketsphinx | null> {
  const programs = searchPath
    .split(delimiter)
    .flatMap((folder) => (folder === '' ? [] : [join(folder, pocketsphinxFiles.program)]));
  const program = await firstOf(programs, constants.X_OK);
  if (program === null) return null;
  const dictionary = await firstOf(
    folders.map((folder) => join(folder, pocketsphinxFiles.dictionary)),
    constants.R_OK,
  );
  return dictionary === null ? null : { program, dictionary, model: join(dictionary, '..', 'en-us') };
}
