import * as contracts from '@kaike/shared/contracts/courses';
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
  route.admin(contracts.getOutline, {
    permission: 'admin.courses.show',
    handler: ({ ctx, params }) => readOutline(ctx, ctx.db, params.id),
  }),
  route.admin(contracts.createChapter, { permission, status: 201, handler: addChapter }),
  route.admin(contracts.updateChapter, { permission, handler: renameChapter }),
  route.admin(contracts.deleteChapter, { permission, handler: removeChapter }),
  route.admin(contracts.createLesson, { permission, status: 201, handler: addLesson }),
  route.admin(contracts.updateLesson, { permission, handler: editLesson }),
  route.admin(contracts.deleteLesson, { permission, handler: removeLesson }),
  route.admin(contracts.restoreOutline, { permission, handler: bringBack }),
  route.admin(contracts.getLessonText, { permission: 'admin.courses.show', handler: readLessonText }),
  route.admin(contracts.getLessonScenes, { permission: 'admin.courses.show', handler: readSceneChoices }),
  route.admin(contracts.putAttachments, { permission, handler: changeAttachments }),
  route.admin(contracts.putSubtitles, { permission, handler: changeSubtitles }),
  route.admin(contracts.deleteSubtitles, { permission, handler: removeSubtitles }),
  route.admin(contracts.putOrder, { permission, handler: reorder }),
];
