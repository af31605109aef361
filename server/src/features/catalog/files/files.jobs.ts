import type { AnyJob, Job } from '../../../core/job.ts';
import { cleanFiles } from './clean-files.ts';
import { moveSome, resumeMove } from './moves/work-move.ts';
import { removeOldCopies } from './remove-old-copies.ts';

declare module '../../../core/job.ts' {
  interface JobPayloads {
    'move-files': { id: number };
    'remove-old-copies': object;
  }
}

const moveFilesJob: Job<'move-files'> = {
  name: 'move-files',
  lane: 'vendors',
  run: (ctx, { id }) => moveSome(ctx, id),
};
const resumeMoveJob: Job = { name: 'resume-file-move', cron: '* * * * *', run: (ctx) => resumeMove(ctx) };

export const fileJobs: readonly AnyJob[] = [cleanFiles, removeOldCopies, moveFilesJob, resumeMoveJob];
