import * as courses from '@kaike/shared/contracts/courses';
import { route, type Route } from '../../../core/route.ts';
import { addChapter, removeChapter, renameChapter } from './chapters.ts';
import { changeAttachments } from './attachments.ts';
import { addLesson, editLesson, readLessonText, removeLesson } from './lessons.ts';
import { reorder } from './order-outline.ts';
import { readOutline } from './read-outline.ts';
import { bringBack } from './restore-outline.ts';
import { readSceneChoices } from './scene-choices.ts';
import { changeSubtitles, removeSubtitles } from './subtitles.ts';

const permission = 'admin.courses.update';

export const outlineRoutes: Route[] = [
  route.admin(courses.getOutline, {
    permission: 'admin.courses.show',
    handler: ({ ctx, params }) => readOutline(ctx, ctx.db, params.id),
  }),
  route.admin(courses.createChapter, { permission, by_token: true, status: 201, handler: addChapter }),
  route.admin(courses.updateChapter, { permission, by_token: true, handler: renameChapter }),
  route.admin(courses.deleteChapter, { permission, by_token: true, handler: removeChapter }),
  route.admin(courses.createLesson, { permission, by_token: true, status: 201, handler: addLesson }),
  route.admin(courses.updateLesson, { permission, by_token: true, handler: editLesson }),
  route.admin(courses.deleteLesson, { permission, by_token: true, handler: removeLesson }),
  route.admin(courses.restoreOutline, { permission, by_token: true, handler: bringBack }),
  route.admin(courses.getLessonText, { permission: 'admin.courses.show', handler: readLessonText }),
  route.admin(courses.listLessonScenes, { permission: 'admin.courses.show', handler: readSceneChoices }),
  route.admin(courses.updateAttachments, { permission, by_token: true, handler: changeAttachments }),
  route.admin(courses.updateSubtitles, { permission, by_token: true, handler: changeSubtitles }),
  route.admin(courses.deleteSubtitles, { permission, by_token: true, handler: removeSubtitles }),
  route.admin(courses.reorderOutline, { permission, by_token: true, handler: reorder }),
];
