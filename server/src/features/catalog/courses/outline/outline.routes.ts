import * as courses from '@kaike/shared/contracts/catalog/courses';
import { route, type Route } from '../../../../core/route.ts';
import { createChapter } from './handlers/create-chapter.ts';
import { updateChapter } from './handlers/update-chapter.ts';
import { deleteChapter } from './handlers/delete-chapter.ts';
import { updateAttachments } from './handlers/update-attachments.ts';
import { createLesson } from './handlers/create-lesson.ts';
import { updateLesson } from './handlers/update-lesson.ts';
import { deleteLesson } from './handlers/delete-lesson.ts';
import { getLessonText } from './handlers/get-lesson-text.ts';
import { reorderOutline } from './handlers/reorder-outline.ts';
import { restoreOutline } from './handlers/restore-outline.ts';
import { listLessonScenes } from './handlers/list-lesson-scenes.ts';
import { updateSubtitles } from './handlers/update-subtitles.ts';
import { deleteSubtitles } from './handlers/delete-subtitles.ts';
import { getOutline } from './handlers/get-outline.ts';

const permission = 'admin.courses.update';

export const outlineRoutes: Route[] = [
  route.admin(courses.getOutline, {
    permission: 'admin.courses.show',
    handler: getOutline,
  }),
  route.admin(courses.createChapter, { permission, by_token: true, status: 201, handler: createChapter }),
  route.admin(courses.updateChapter, { permission, by_token: true, handler: updateChapter }),
  route.admin(courses.deleteChapter, { permission, by_token: true, handler: deleteChapter }),
  route.admin(courses.createLesson, { permission, by_token: true, status: 201, handler: createLesson }),
  route.admin(courses.updateLesson, { permission, by_token: true, handler: updateLesson }),
  route.admin(courses.deleteLesson, { permission, by_token: true, handler: deleteLesson }),
  route.admin(courses.restoreOutline, { permission, by_token: true, handler: restoreOutline }),
  route.admin(courses.getLessonText, { permission: 'admin.courses.show', handler: getLessonText }),
  route.admin(courses.listLessonScenes, { permission: 'admin.courses.show', handler: listLessonScenes }),
  route.admin(courses.updateAttachments, { permission, by_token: true, handler: updateAttachments }),
  route.admin(courses.updateSubtitles, { permission, by_token: true, handler: updateSubtitles }),
  route.admin(courses.deleteSubtitles, { permission, by_token: true, handler: deleteSubtitles }),
  route.admin(courses.reorderOutline, { permission, by_token: true, handler: reorderOutline }),
];
