import type { AnyJob, Job } from '../../../core/job.ts';
import { foldStudy } from './fold-study.ts';

/** Lists of the back office show study time that is ten minutes old at most. */
const foldStudyJob: Job = { name: 'fold-study', cron: '*/10 * * * *', is_long: true, run: foldStudy };

export const playbackJobs: readonly AnyJob[] = [foldStudyJob];
