import { textOf, type Command } from './run/command.ts';
import { beginMaintenance } from './maintenance.ts';
import { printLine } from './run/print-line.ts';
import { withDatabase } from './run/with-database.ts';

export const command: Command = {
  options: {
    message: { type: 'string', value: 'TEXT', description: 'message for visitors, instead of the default one' },
  },
  notes: 'The server keeps running; within seconds every request gets a 503, until kaike up.',
  async run({ values }) {
    await withDatabase(({ pool }) => beginMaintenance(pool, textOf(values, 'message')));
    printLine('Maintenance mode is on; end it with kaike up.');
    return undefined;
  },
};
