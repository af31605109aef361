import { start } from '../main.ts';
import type { Command } from './command.ts';
import { say } from './say.ts';

export const command: Command = {
  options: { demo: { type: 'boolean', description: 'add the demo school on the way' } },
  notes: 'Ctrl-C stops it cleanly; a second one at once.',
  async run({ values }) {
    await start({ demo: values['demo'] === true, say });
    return undefined;
  },
};
