import type { AnyJob, Job } from '../../../../core/job.ts';
import { logFailedLogIn, type FailedLogIn } from './failed-log-ins.ts';

declare module '../../../../core/job.ts' {
  interface JobPayloads {
    'log-failed-log-in': FailedLogIn;
  }
}

const failedLogInJob: Job<'log-failed-log-in'> = { name: 'log-failed-log-in', run: logFailedLogIn };

export const loginJobs: readonly AnyJob[] = [failedLogInJob];
