import { cleanImports } from '../features/transfers/public.ts';
import { purgeOldTrash } from '../features/trash/public.ts';
import type { Job } from './job.ts';

/** Nightly: deletes what has been in the trash for 30 days, and images of imports that can no longer be undone. */
export const emptyTrash: Job = {
  name: 'empty-trash',
  cron: '40 18 * * *',
  async run(ctx) {
    await purgeOldTrash(ctx);
    await cleanImports(ctx);
  },
};
