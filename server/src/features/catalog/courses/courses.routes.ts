import * as courses from '@kaike/shared/contracts/catalog/courses';
import { route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { downloadCourseFile } from './download-course-file.ts';
import { getMyCourse } from './get-my-course.ts';
import { listMyCourses } from './list-my-courses.ts';

/** Course routes for members; those of the back office come with the resource. */
export const coursesFeature: Feature = {
  routes: [
    route.home(courses.listMyCourses, { handler: listMyCourses }),
    // Also for members who have not activated anything yet: free courses, free lessons and what a course would include.
    route.member(courses.getMyCourse, { handler: getMyCourse }),
    route.member(courses.downloadCourseFile, {
      limit: { by: 'user', max: 60, seconds: 60 },
      handler: downloadCourseFile,
    }),
  ],
};
