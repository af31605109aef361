import { seed, seedDemo } from '../features/system/setup/public.ts';
import { migrateJobs } from '../jobs/runner.ts';
import type { Command } from './run/command.ts';
import { printLine } from './run/print-line.ts';
import { withContext } from './run/with-database.ts';

export const command: Command = {
  options: { demo: { type: 'boolean', description: 'also add the demo school' } },
  notes: 'The server does this when it starts. It is safe to run again.',
  async run({ values }) {
    const { admin_password } = await withContext(async (ctx) => {
      await migrateJobs(ctx);
      const seeded = await seed(ctx);
      if (values['demo'] === true) await seedDemo(ctx, { log: printLine });
      return seeded;
    });
    printLine(
      admin_password === null
        ? 'The installation has what it needs.'
        : `Created the administrator "admin" with the password ${admin_password}`,
    );
    return undefined;
  },
};
