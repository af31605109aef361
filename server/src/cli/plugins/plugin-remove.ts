import { loggedByConsole, uninstallPlugin } from '../../features/system/plugins/public.ts';
import type { Command } from '../run/command.ts';
import { printLine } from '../run/print-line.ts';
import { withContext } from '../run/with-database.ts';

export const command: Command = {
  parameters: ['ID'],
  options: {
    'with-data': { type: 'boolean', description: 'drop its tables, settings and log, too; they are gone for good' },
  },
  notes: 'Without --with-data the same plugin, installed again, has its tables and settings back.',
  async run({ values, parameters: [id = ''] }) {
    const withData = values['with-data'] === true;
    await withContext((ctx) => uninstallPlugin(ctx, id, withData, loggedByConsole('plugin:remove', 'delete')));
    printLine(withData ? `Removed ${id} with its data.` : `Removed ${id}; its data is still there.`);
    return undefined;
  },
};
