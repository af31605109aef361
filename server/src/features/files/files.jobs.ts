import type { Job } from '../../core/job.ts';
import { cleanFiles } from './clean-files.ts';

export const fileJobs: readonly Job[] = [cleanFiles];
