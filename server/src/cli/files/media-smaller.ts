import { countOlderVideos, resetTries, startOlderVideos } from '../../features/catalog/media/public.ts';
import type { Command } from '../run/command.ts';
import { printLine } from '../run/print-line.ts';
import { withContext } from '../run/with-database.ts';

export const command: Command = {
  options: {
    start: {
      type: 'boolean',
      description: 'queue all of them at once; a running server processes one at a time',
    },
    again: { type: 'boolean', description: 'retry those that failed or did not get smaller' },
  },
  notes: 'Without options it only counts. A running server also finds them, a few at a time.',
  async run({ values }) {
    await withContext(async (ctx) => {
      if (values['again'] === true) printLine(`${await resetTries(ctx.db)} videos will be retried.`);
      const { waiting, given_up } = await countOlderVideos(ctx.db);
      printLine(`${waiting} videos lack a smaller rendition${given_up > 0 ? `, ${given_up} failed repeatedly` : ''}.`);
      if (values['start'] === true && waiting > 0)
        printLine(
          `${await startOlderVideos(ctx, waiting)} were queued; the others are queued already, or their uploads no longer exist.`,
        );
    });
    return 0;
  },
};
