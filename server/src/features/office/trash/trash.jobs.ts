import { cleanImports } from '../transfers/public.ts';
import type { AnyJob, Job } from '../../../core/job.ts';
import { purgeOldTrash } from './public.ts';

/** Nightly: deletes what has been in the trash for 30 days, and images of imports that can no longer be undone. */
const emptyTrash: Job = {
  name: 'empty-trash',
  lane: 'vendors',
  cron: '40 18 * * *',
  is_long: true,
  async run(ctx) {
    await purgeOldTrash(ctx);
    await cleanImports(ctx);
  },
};

export const trashJobs: readonly AnyJob[] = [emptyTrash];
