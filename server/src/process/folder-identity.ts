import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { hostname } from 'node:os';

/** Differs between machines, and is the same in all containers of one. */
function machineOf(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return hostname(); // not Linux
  }
}

/** The same for two processes exactly when a file that one puts into the folder is there for the other; copies are other folders. */
export function identifyFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { dev, ino } = statSync(folder, { bigint: true });
  return `${machineOf()}/${dev}/${ino}`;
}
