import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    // EPERM: it runs, under another account.
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}

/**
 * Removes what killed processes left in a folder: the entries whose name has the number of a process that no longer runs, or of
 * this one, which has just started. Returns the names.
 */
export async function removeEnded(folder: string, pattern: RegExp): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => {
    const pid = Number(pattern.exec(name)?.[1] ?? Number.NaN);
    return Number.isInteger(pid) && (pid === process.pid || !isRunning(pid));
  });
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
  return names;
}
