import { migrate } from '../db/migrate.ts';
import type { Command } from './run/command.ts';
import { say } from './run/say.ts';
import { withDatabase } from './run/with-database.ts';

export const command: Command = {
  options: {},
  notes: 'The server does this when it starts.',
  async run() {
    const { applied } = await withDatabase(({ pool }) => migrate(pool, { log: say }));
    if (applied.length === 0) say('The database is up to date.');
    return undefined;
  },
};
