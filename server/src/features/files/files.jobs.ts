import type { AnyJob } from '../../core/job.ts';
import { cleanFiles } from './clean-files.ts';

export const fileJobs: readonly AnyJob[] = [cleanFiles];
