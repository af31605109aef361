import type { AnyJob } from '../../../core/job.ts';
import { tellFormerNumberJob, tellNewNumberJob } from './tell-numbers.ts';

export const userJobs: readonly AnyJob[] = [tellFormerNumberJob, tellNewNumberJob];
