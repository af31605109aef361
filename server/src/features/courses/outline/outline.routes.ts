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
  route.admin(contracts.createChapter, { permission, by_token: true, status: 201, handler: addChapter }),
  route.admin(contracts.updateChapter, { permission, by_token: true, handler: renameChapter }),
  route.admin(contracts.deleteChapter, { permission, by_token: true, handler: removeChapter }),
  route.admin(contracts.createLesson, { permission, by_token: true, status: 201, handler: addLesson }),
  route.admin(contracts.updateLesson, { permission, by_token: true, handler: editLesson }),
  route.admin(contracts.deleteLesson, { permission, by_token: true, handler: removeLesson }),
  route.admin(contracts.restoreOutline, { permission, by_token: true, handler: bringBack }),
  route.admin(contracts.getLessonText, { permission: 'admin.courses.show', handler: readLessonText }),
  route.admin(contracts.getLessonScenes, { permission: 'admin.courses.show', handler: readSceneChoices }),
  route.admin(contracts.putAttachments, { permission, by_token: true, handler: changeAttachments }),
  route.admin(contracts.putSubtitles, { permission, by_token: true, handler: changeSubtitles }),
  route.admin(contracts.deleteSubtitles, { permission, by_token: true, handler: removeSubtitles }),
  route.admin(contracts.putOrder, { permission, by_token: true, handler: reorder }),
];
