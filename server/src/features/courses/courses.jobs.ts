import type { AnyJob } from '../../core/job.ts';
import { keepCourseTimesJob } from './keep-times.ts';

export const courseJobs: readonly AnyJob[] = [keepCourseTimesJob];
