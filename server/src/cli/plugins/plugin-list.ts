import { listPluginLines } from '../../features/system/plugins/public.ts';
import type { Command } from '../run/command.ts';
import { printLine } from '../run/print-line.ts';
import { withContext } from '../run/with-database.ts';

export const command: Command = {
  options: {},
  async run() {
    const lines = await withContext(listPluginLines);
    for (const line of lines) printLine(line);
    if (lines.length === 0) printLine('No plugin is installed.');
    return undefined;
  },
};
