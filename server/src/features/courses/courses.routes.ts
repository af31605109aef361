import * as courses from '@kaike/shared/contracts/courses';
import { route } from '../../core/route.ts';
import type { Feature } from '../feature.ts';
import { sendCourseFile } from './course-files.ts';
import { readMyCourse } from './my-course.ts';
import { readMyCourses } from './my-courses.ts';

/** Course routes for members; those of the back office come with the resource. */
export const coursesFeature: Feature = {
  routes: [
    route.home(courses.listMyCourses, { handler: readMyCourses }),
    // Also for members who have not activated anything yet: free courses, free lessons and what a course would include.
    route.member(courses.getMyCourse, { handler: readMyCourse }),
    route.member(courses.downloadCourseFile, { limit: { by: 'user', max: 60, seconds: 60 }, handler: sendCourseFile }),
  ],
};
