import { textOf, type Command } from './run/command.ts';
import { beginMaintenance } from './maintenance.ts';
import { say } from './run/say.ts';
import { withDatabase } from './run/with-database.ts';

export const command: Command = {
  options: {
    message: { type: 'string', value: 'TEXT', description: 'what visitors are told, in place of a general sentence' },
  },
  notes: 'The server goes on running and answers 503 to everybody within seconds, until kaike up.',
  async run({ values }) {
    await withDatabase(({ pool }) => beginMaintenance(pool, textOf(values, 'message')));
    say('Maintenance has begun; end it with kaike up.');
    return undefined;
  },
};
