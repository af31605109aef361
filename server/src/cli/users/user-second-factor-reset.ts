import { resetByName } from '../../features/auth/second-factor/public.ts';
import type { Command } from '../run/command.ts';
import { printLine } from '../run/print-line.ts';
import { withContext } from '../run/with-database.ts';

export const command: Command = {
  parameters: ['USERNAME'],
  options: {},
  notes: 'For an administrator who lost the authenticator and the recovery codes. Ends all their sessions.',
  async run({ parameters: [username = ''] }) {
    await withContext((ctx) => resetByName(ctx, username));
    printLine(`"${username}" can now log in without a second factor; roles that require one ask for a new one.`);
    return undefined;
  },
};
