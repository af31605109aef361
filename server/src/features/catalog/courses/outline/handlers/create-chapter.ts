import type * as courses from '@kaike/shared/contracts/catalog/courses';
import type { AdminCallOf } from '../../../../../core/call.ts';
import { type OutlineResult, changeOutline } from '../change-outline.ts';
import { addLastChapter } from '../chapters.ts';

export async function createChapter(call: AdminCallOf<typeof courses.createChapter>): Promise<OutlineResult> {
  const { title } = call.body;
  return changeOutline(call, async (change) => ({
    action: 'create-chapter',
    after: { chapter_title: title },
    id: await addLastChapter(change, title),
  }));
}
