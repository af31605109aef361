import * as courses from '@kaike/shared/contracts/catalog/courses';
import { ApiError } from '../../../../api/api-error.ts';
import { call } from '../../../../api/client.ts';
import type { Attach } from '../../media/uploads/upload-deps.ts';

/** Attaches an uploaded file to its lesson. If the lesson was deleted in the meantime, the file just stays in the library. */
export const attachMedia: Attach = async ({ course_id, lesson_id }, media) => {
  try {
    const { chapters } = await call(courses.getOutline, { params: { id: course_id }, quiet: true });
    const lesson = chapters.flatMap((chapter) => chapter.lessons).find(({ id }) => id === lesson_id);
    if (!lesson || lesson.media?.id === media.id) return;
    await call(courses.updateLesson, {
      params: { id: course_id, lesson_id },
      body: { title: lesson.title, media_id: media.id },
      quiet: true,
    });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
};
