import type { AnyJob } from '../../../core/job.ts';
import { keepCourseTimesJob } from './course-schedule.ts';

export const courseJobs: readonly AnyJob[] = [keepCourseTimesJob];
