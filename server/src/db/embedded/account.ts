import { spawnSync } from 'node:child_process';
import { chownSync, readFileSync } from 'node:fs';
import { OperatorError } from '../operator-error.ts';

/** The account the database runs under: `{}` is our own; for root, an unprivileged one. */
export type SystemAccount = { uid?: number; gid?: number };

const CANDIDATES = ['postgres', 'nobody'];

/** PostgreSQL refuses to run as root, and initdb needs an account that is listed in the passwd file. */
export function chooseAccount(): SystemAccount {
  if (process.getuid?.() !== 0) return {};
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of CANDIDATES) {
    const row = rows.find((each) => each[0] === name);
    if (row) return { uid: Number(row[2]), gid: Number(row[3]) };
  }
  throw new OperatorError(
    'Started as root, but no unprivileged account (postgres or nobody) exists for the embedded database; set DATABASE_URL.',
  );
}

/** Makes the account the owner of a file or folder. */
export function changeOwner(account: SystemAccount, path: string): void {
  if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid);
}

/** True when the account can reach the folder, which a private folder above it would prevent. */
export function canEnter(account: SystemAccount, folder: string): boolean {
  if (account.uid === undefined) return true;
  return spawnSync('sh', ['-c', 'cd "$0"', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}
