import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const staged = /^restore-(\d+)$/;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    // EPERM: it runs, under another account.
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}

/** Where a restore unpacks a backup while it runs. */
export const stagingFolder = (dataFolder: string): string => join(dataFolder, `restore-${process.pid}`);

/** Removes what killed restores left unpacked: whole backups with everybody's uploads. Returns the names. */
export async function removeLeftovers(dataFolder: string): Promise<string[]> {
  const names = (await readdir(dataFolder)).filter((name) => {
    const pid = Number(staged.exec(name)?.[1] ?? Number.NaN);
    return Number.isInteger(pid) && (pid === process.pid || !isRunning(pid));
  });
  for (const name of names) await rm(join(dataFolder, name), { recursive: true, force: true });
  return names;
}
