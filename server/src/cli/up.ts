import type { Command } from './run/command.ts';
import { endMaintenance } from './maintenance.ts';
import { printLine } from './run/print-line.ts';
import { withDatabase } from './run/with-database.ts';

export const command: Command = {
  options: {},
  async run() {
    const ended = await withDatabase(({ pool }) => endMaintenance(pool));
    printLine(ended ? 'Maintenance mode is off.' : 'Maintenance mode was not on.');
    return undefined;
  },
};
