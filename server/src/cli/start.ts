import { start } from '../main.ts';
import type { Command } from './run/command.ts';
import { printLine } from './run/print-line.ts';

export const command: Command = {
  options: { demo: { type: 'boolean', description: 'also add the demo school' } },
  notes: 'Ctrl-C stops it gracefully; a second Ctrl-C stops it at once.',
  async run({ values }) {
    await start({ demo: values['demo'] === true, say: printLine });
    return undefined;
  },
};
