import type { Job } from '../../core/job.ts';
import { makeDemo } from './demo.routes.ts';

export const demoJobs: readonly Job[] = [makeDemo];
