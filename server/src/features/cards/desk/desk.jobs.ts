import type { AnyJob } from '../../../core/job.ts';
import { textHandoutJob } from './text-handout.ts';

/** The background work of the agencies' desk. */
export const deskJobs: readonly AnyJob[] = [textHandoutJob];
