import { loggedByConsole, setPluginState } from '../../features/plugins/public.ts';
import type { Command } from '../run/command.ts';
import { say } from '../run/say.ts';
import { withContext } from '../run/with-database.ts';

export const command: Command = {
  parameters: ['ID'],
  options: {},
  async run({ parameters: [id = ''] }) {
    await withContext((ctx) => setPluginState(ctx, id, true, loggedByConsole('plugin:on', 'update')));
    say(`${id} is on.`);
    return undefined;
  },
};
