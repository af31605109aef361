import { migrate } from '../db/migrate.ts';
import type { Command } from './command.ts';
import { say } from './say.ts';
import { withDatabase } from './with-database.ts';

export const command: Command = {
  options: {},
  notes: 'The server does this by itself when it starts.',
  async run() {
    const { applied } = await withDatabase(({ pool }) => migrate(pool, { log: say }));
    if (applied.length === 0) say('The database is up to date.');
    return undefined;
  },
};
