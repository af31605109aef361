import type { AnyJob } from '../../core/job.ts';
import { cleanFiles } from './clean-files.ts';
import { removeOldCopies } from './remove-old-copies.ts';

export const fileJobs: readonly AnyJob[] = [cleanFiles, removeOldCopies];
