import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { secretFile } from '../../process/data-folder.ts';
import { embeddedFolder } from '../../db/open-database.ts';
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
  if (!existsSync(folder)) return warn(`The data folder ${folder} does not exist yet`, 'The first start makes it.');
  if (isWritable(folder)) return ok(`The data folder ${folder} can be written`);
  return fail(
    `The data folder ${folder} cannot be written by this account`,
    `Run as the account that owns it, or change its owner: chown -R "$(id -un)" ${folder}`,
  );
}

/** A lost secret is serious: encrypted fields cannot be read with another one. */
export function checkSecret(folder: string, configured: string | null): Finding {
  if (configured !== null) return ok('The secret comes from KAIKE_SECRET');
  const file = secretFile(folder);
  if (!existsSync(file)) {
    if (!hasEmbeddedData(folder)) return warn('There is no secret yet', 'The first start makes one.');
    return fail(
      `The secret ${file} is gone`,
      'Restore it from a backup before the next start, which would make a new one and lose all encrypted fields.',
    );
  }
  if (!isWritable(folder))
    return warn('The secret cannot be looked at by this account', 'Run doctor as the account that runs the server.');
  if ((statSync(file).mode & OTHERS) !== 0)
    return { ...fail(`The secret ${file} can be read by others`, `chmod 600 ${file}`), repair: 'secret_mode' };
  if (readFileSync(file, 'utf8').trim().length < 32)
    return fail(`The secret ${file} is cut short`, 'Restore it from a backup.');
  return ok('The secret is there, and private');
}

export function checkUploads(folder: string): Finding {
  const uploads = join(folder, 'uploads');
  if (!existsSync(uploads))
    return { ...warn('There is no folder for uploads yet', 'The first upload makes it.'), repair: 'uploads' };
  if (isWritable(uploads)) return ok('The folder for uploads can be written');
  return fail(`The folder ${uploads} cannot be written by this account`, `chown -R "$(id -un)" ${uploads}`);
}
