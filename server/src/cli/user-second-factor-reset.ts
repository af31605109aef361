import { resetByName } from '../features/second-factor/public.ts';
import type { Command } from './run/command.ts';
import { say } from './run/say.ts';
import { withContext } from './run/with-database.ts';

export const command: Command = {
  parameters: ['USERNAME'],
  options: {},
  notes: 'For an administrator who lost the authenticator and the recovery codes. All their sessions end.',
  async run({ parameters: [username = ''] }) {
    await withContext((ctx) => resetByName(ctx, username));
    say(`"${username}" logs in without a second factor now, and is asked to set one up where a role demands it.`);
    return undefined;
  },
};
