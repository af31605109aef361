import * as contracts from '@kaike/shared/contracts/courses';
import { route, type Route } from '../../http/route.ts';
import { addChapter, removeChapter, renameChapter } from './chapters.ts';
import { addLesson, editLesson, removeLesson } from './lessons.ts';
import { reorder } from './order-outline.ts';
import { readOutline } from './read-outline.ts';
import { bringBack } from './restore-outline.ts';

const permission = 'admin.courses.update';

export const outlineRoutes: Route[] = [
  route.admin(contracts.getOutline, { permission: 'admin.courses.show', handler: ({ ctx, params }) => readOutline(ctx.db, Number(params['id'])) }),
  route.admin(contracts.createChapter, { permission, handler: addChapter }),
  route.admin(contracts.updateChapter, { permission, handler: renameChapter }),
  route.admin(contracts.deleteChapter, { permission, handler: removeChapter }),
  route.admin(contracts.createLesson, { permission, handler: addLesson }),
  route.admin(contracts.updateLesson, { permission, handler: editLesson }),
  route.admin(contracts.deleteLesson, { permission, handler: removeLesson }),
  route.admin(contracts.restoreOutline, { permission, handler: bringBack }),
  route.admin(contracts.putOrder, { permission, handler: reorder }),
];
