import { countOlderVideos, resetTries, startOlderVideos } from '../../features/media/public.ts';
import type { Command } from '../run/command.ts';
import { say } from '../run/say.ts';
import { withContext } from '../run/with-database.ts';

export const command: Command = {
  options: {
    start: {
      type: 'boolean',
      description: 'put all that wait into the line at once; a running server makes one after the other',
    },
    again: { type: 'boolean', description: 'try those again that were given up, or of which nothing was gained' },
  },
  notes: 'Without options it only tells. A server finds them by itself, too, a few at a time.',
  async run({ values }) {
    await withContext(async (ctx) => {
      if (values['again'] === true) say(`${await resetTries(ctx.db)} videos may be tried again.`);
      const { waiting, given_up: givenUp } = await countOlderVideos(ctx.db);
      say(`${waiting} videos wait for a smaller rendition${givenUp > 0 ? `, ${givenUp} were given up` : ''}.`);
      if (values['start'] === true && waiting > 0)
        say(
          `${await startOlderVideos(ctx, waiting)} of them were put into the line; the others are in it already, or their uploads are gone.`,
        );
    });
    return 0;
  },
};
