import type { AnyJob } from '../../core/job.ts';
import { tellFormerNumberJob } from './tell-former-number.ts';

export const userJobs: readonly AnyJob[] = [tellFormerNumberJob];
