import type { Command } from './run/command.ts';
import { endMaintenance } from './maintenance.ts';
import { say } from './run/say.ts';
import { withDatabase } from './run/with-database.ts';

export const command: Command = {
  options: {},
  async run() {
    const ended = await withDatabase(({ pool }) => endMaintenance(pool));
    say(ended ? 'Maintenance has ended.' : 'There was no maintenance.');
    return undefined;
  },
};
