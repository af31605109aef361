import type { AnyJob } from '../../../core/job.ts';
import { makeDemo } from './demo.routes.ts';

declare module '../../../core/job.ts' {
  interface JobPayloads {
    'make-demo': Record<never, never>;
  }
}

export const demoJobs: readonly AnyJob[] = [makeDemo];
