import { listPluginLines } from '../../features/plugins/public.ts';
import type { Command } from '../run/command.ts';
import { say } from '../run/say.ts';
import { withContext } from '../run/with-database.ts';

export const command: Command = {
  options: {},
  async run() {
    const lines = await withContext(listPluginLines);
    for (const line of lines) say(line);
    if (lines.length === 0) say('No plugin is installed.');
    return undefined;
  },
};
