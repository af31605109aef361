import type { Job } from '../../../core/job.ts';

/** Removes what files that moved to another storage left behind, once the move can no longer be undone. */
export const removeOldCopies: Job = {
  name: 'remove-old-copies',
  lane: 'vendors',
  cron: '20 4 * * *',
  is_long: true,
  async run({ adapters }) {
    for (let removed = 1; removed > 0;) removed = await adapters.storage.moves.removeOldCopies();
  },
};
