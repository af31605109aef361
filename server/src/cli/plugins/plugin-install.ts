import {
  boundaryLines,
  describeBoundary,
  describePackage,
  inspectPackage,
  installPackage,
  loggedByConsole,
} from '../../features/system/plugins/public.ts';
import type { Command } from '../run/command.ts';
import { printLine } from '../run/print-line.ts';
import { withContext } from '../run/with-database.ts';

const NEEDS_CONSENT = 1;

export const command: Command = {
  parameters: ['SOURCE'],
  options: { yes: { type: 'boolean', description: 'grant what it asks for; without it, that is only shown' } },
  notes:
    'SOURCE is a folder with a plugin.json, or the .tgz that npm pack makes of one. A running server takes it up at once.',
  async run({ values, parameters }) {
    const [source = ''] = parameters;
    return withContext(async (ctx) => {
      const inspection = await inspectPackage(ctx, source);
      for (const line of describePackage(inspection)) printLine(line);
      const { strong, weak } = boundaryLines(await describeBoundary(ctx.pool));
      if (strong.length > 0) printLine(`Kept apart by this system: ${strong.join('; ')}.`);
      if (weak.length > 0) printLine(`Not kept apart by this system: ${weak.join('; ')}.`);
      if (values['yes'] !== true) {
        printLine('Run it again with --yes to install it.');
        return NEEDS_CONSENT;
      }
      const { id, version } = await installPackage(ctx, inspection, loggedByConsole('plugin:install', 'create'));
      printLine(`Installed ${id} ${version}.`);
      return undefined;
    });
  },
};
