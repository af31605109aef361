import { loggedByConsole, setPluginState } from '../../features/system/plugins/public.ts';
import type { Command } from '../run/command.ts';
import { printLine } from '../run/print-line.ts';
import { withContext } from '../run/with-database.ts';

export const command: Command = {
  parameters: ['ID'],
  options: {},
  async run({ parameters: [id = ''] }) {
    await withContext((ctx) => setPluginState(ctx, id, false, loggedByConsole('plugin:off', 'update')));
    printLine(`${id} is off.`);
    return undefined;
  },
};
