import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pino, { type DestinationStream } from 'pino';

const keptDays = 14;
const dayMs = 86_400_000;
const logName = /^kaike-(\d{4}-\d{2}-\d{2})\.log$/;

/** The day (UTC) of a log file, from its name; null for any other file. */
export const dayOfLog = (name: string): string | null => logName.exec(name)?.[1] ?? null;

/** The folder of the server's own log files. */
export const logFolder = (dataFolder: string): string => join(dataFolder, 'logs');

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

function dropOld(folder: string, today: Date): void {
  const oldest = dayOf(new Date(today.getTime() - (keptDays - 1) * dayMs));
  for (const name of readdirSync(folder)) {
    const day = dayOfLog(name);
    // Several processes may clean up at once.
    if (day !== null && day < oldest) rmSync(join(folder, name), { force: true });
  }
}

function prepare(folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
}

/**
 * A log destination that writes one file a day (UTC) and keeps 14 of them. Null when the folder cannot be written: the
 * server runs without it. Several processes may write to the same file; lines are appended whole.
 */
export function openLogFile(folder: string, clock: () => Date = () => new Date()): DestinationStream | null {
  try {
    prepare(folder);
    dropOld(folder, clock());
  } catch {
    return null;
  }
  let day = dayOf(clock());
  const pathOf = (): string => join(folder, `kaike-${day}.log`);
  const file = pino.destination({ dest: pathOf(), append: true, sync: true, mode: 0o600 });
  file.on('error', () => undefined); // A full disk stops the file, not the server; standard output continues.
  const turn = (): void => {
    const now = clock();
    if (dayOf(now) === day) return;
    day = dayOf(now);
    file.reopen(pathOf());
    dropOld(folder, now);
  };
  return {
    write(line) {
      try {
        turn();
        file.write(line);
      } catch {
        /* as above */
      }
    },
  };
}
