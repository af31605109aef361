import type { Job } from '../../jobs/job.ts';
import { makeDemo } from './demo.routes.ts';

export const demoJobs: readonly Job[] = [makeDemo];
