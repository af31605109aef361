import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const SYSTEM_FOLDER = '/var/lib/kaike';
const SECRET_BYTES = 48;
const OTHERS_MAY_ENTER = 0o001;

function isOpenToEveryone(folder: string): boolean {
  for (let each = folder; ; each = dirname(each)) {
    if (existsSync(each) && (statSync(each).mode & OTHERS_MAY_ENTER) === 0) return false;
    if (each === dirname(each)) return true;
  }
}

/**
 * The default data folder: inside the project, or the system folder when root runs a project in a folder that the
 * database's unprivileged account cannot enter.
 */
export function chooseDataFolder({ is_root, project_root }: { is_root: boolean; project_root: string }): string {
  if (is_root && !isOpenToEveryone(project_root)) return SYSTEM_FOLDER;
  return join(project_root, '.data');
}

/** The system's short code of a failed file operation, as EACCES, for a sentence to an operator. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
}

/** Whether a file operation failed because there is no such file. */
export const isMissing = (cause: unknown): boolean => reasonOf(cause) === 'ENOENT';

/**
 * Creates the folder when it is missing and returns one sentence on what is wrong with it, or null. As root, others may
 * enter (not list) it, because the database inside it runs under its own account.
 */
export function prepareDataFolder(folder: string, isRoot: boolean): string | null {
  try {
    if (!existsSync(folder)) {
      mkdirSync(folder, { recursive: true });
      chmodSync(folder, isRoot ? 0o711 : 0o700);
    }
    if (!statSync(folder).isDirectory()) return `KAIKE_DATA_DIR is ${folder}, which is a file; give a folder.`;
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (cause) {
    return `The data folder ${folder} cannot be written (${reasonOf(cause)}); make it writable for this account or set KAIKE_DATA_DIR to another folder.`;
  }
}

/** The file of the generated secret of an installation. */
export const secretFile = (dataFolder: string): string => join(dataFolder, 'secret');

/** The file, outside the database, in which the end of the operation log is recorded daily. */
export const anchorFile = (dataFolder: string): string => join(dataFolder, 'log-anchors');

/** The file, outside the database, in which the newest seal of each ledger is recorded. */
export const ledgerAnchorFile = (dataFolder: string): string => join(dataFolder, 'ledger-anchors');

/** The secret stored with the data; created on the first call. Two processes that create it at once get the same one. */
export function ensureSecret(dataFolder: string): string {
  const file = secretFile(dataFolder);
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${randomBytes(SECRET_BYTES).toString('base64url')}\n`, { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (cause) {
      if (!existsSync(file)) throw cause;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  return readFileSync(file, 'utf8').trim();
}
