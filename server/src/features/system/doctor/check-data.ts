import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { secretFile } from '../../../process/data-folder.ts';
import { embeddedFolder } from '../../../db/open-database.ts';
import { fail, ok, warn, type Finding } from './check.ts';

const OTHERS = 0o077;

/** True once a first start has created the embedded database. */
export function hasEmbeddedData(dataFolder: string): boolean {
  const folder = embeddedFolder(dataFolder);
  return existsSync(folder) && readdirSync(folder).some((name) => /^pg\d+$/.test(name));
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function checkDataFolder(folder: string): Finding {
  if (!existsSync(folder)) return warn(`The data folder ${folder} does not exist yet`, 'The first start creates it.');
  if (isWritable(folder)) return ok(`The data folder ${folder} is writable`);
  return fail(
    `The data folder ${folder} is not writable by this account`,
    `Run as the account that owns it, or change its owner: chown -R "$(id -un)" ${folder}`,
  );
}

/** A lost secret is serious: encrypted fields cannot be read with another one. */
export function checkSecret(folder: string, configured: string | null): Finding {
  if (configured !== null) return ok('The secret comes from KAIKE_SECRET');
  const file = secretFile(folder);
  if (!existsSync(file)) {
    if (!hasEmbeddedData(folder)) return warn('There is no secret yet', 'The first start creates one.');
    return fail(
      `The secret ${file} is missing`,
      'Restore it from a backup before the next start, which would create a new one and lose all encrypted fields.',
    );
  }
  if (!isWritable(folder))
    return warn('This account cannot read the secret', 'Run doctor as the account that runs the server.');
  if ((statSync(file).mode & OTHERS) !== 0)
    return { ...fail(`The secret ${file} is readable by others`, `chmod 600 ${file}`), repair: 'secret_mode' };
  if (readFileSync(file, 'utf8').trim().length < 32)
    return fail(`The secret ${file} is truncated`, 'Restore it from a backup.');
  return ok('The secret exists and is private');
}

export function checkUploads(folder: string): Finding {
  const uploads = join(folder, 'uploads');
  if (!existsSync(uploads))
    return { ...warn('There is no upload folder yet', 'The first upload creates it.'), repair: 'uploads' };
  if (isWritable(uploads)) return ok('The upload folder is writable');
  return fail(`The folder ${uploads} is not writable by this account`, `chown -R "$(id -un)" ${uploads}`);
}
