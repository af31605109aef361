import { start } from '../main.ts';
import type { Command } from './run/command.ts';
import { say } from './run/say.ts';

export const command: Command = {
  options: { demo: { type: 'boolean', description: 'add the demo school on the way' } },
  notes: 'Ctrl-C stops it cleanly; a second one at once.',
  async run({ values }) {
    await start({ demo: values['demo'] === true, say });
    return undefined;
  },
};
