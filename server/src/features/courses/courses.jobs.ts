import type { Job } from '../../jobs/job.ts';
import { keepCourseTimesJob } from './keep-times.ts';

export const courseJobs: readonly Job[] = [keepCourseTimesJob];
