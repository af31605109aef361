import type { AnyJob, Job } from '../../../core/job.ts';
import { findRisks } from './find-risks.ts';

/** Every ten minutes: the shortest period of any rule is an hour. */
const findRisksJob: Job = { name: 'find-card-risks', cron: '*/10 * * * *', is_long: true, run: findRisks };

export const riskJobs: readonly AnyJob[] = [findRisksJob];
