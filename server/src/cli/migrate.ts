import { migrate } from '../db/migrate.ts';
import type { Command } from './run/command.ts';
import { printLine } from './run/print-line.ts';
import { withDatabase } from './run/with-database.ts';

export const command: Command = {
  options: {},
  notes: 'The server does this when it starts.',
  async run() {
    const { applied } = await withDatabase(({ pool }) => migrate(pool, { log: printLine }));
    if (applied.length === 0) printLine('The database is up to date.');
    return undefined;
  },
};
