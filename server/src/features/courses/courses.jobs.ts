import type { Job } from '../../core/job.ts';
import { keepCourseTimesJob } from './keep-times.ts';

export const courseJobs: readonly Job[] = [keepCourseTimesJob];
