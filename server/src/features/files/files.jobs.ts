import type { Job } from '../../jobs/job.ts';
import { cleanFiles } from './clean-files.ts';

export const fileJobs: readonly Job[] = [cleanFiles];
