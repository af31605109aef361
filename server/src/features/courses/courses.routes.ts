import { downloadFile, getMyCourse, getMyCourses } from '@kaike/shared/contracts/courses';
import { route } from '../../http/route.ts';
import type { Feature } from '../feature.ts';
import { sendFile } from './course-files.ts';
import { readMyCourse } from './my-course.ts';
import { readMyCourses } from './my-courses.ts';

/** What members see of courses; the back office's routes come with the resource. */
export const coursesFeature: Feature = {
  routes: [
    route.home(getMyCourses, { handler: readMyCourses }),
    // Free courses, free lessons and what a course would open are for who has not activated anything yet, too.
    route.member(getMyCourse, { handler: readMyCourse }),
    route.member(downloadFile, { limit: { by: 'user', max: 60, seconds: 60 }, handler: sendFile }),
  ],
};
