import { sql } from 'kysely';
import type * as courses from '@kaike/shared/contracts/catalog/courses';
import { AppError } from '../../../../../core/app-error.ts';
import type { AdminCallOf } from '../../../../../core/call.ts';
import { type OutlineResult, changeOutline, changesOf } from '../change-outline.ts';
import { findChapter } from '../chapters.ts';

export async function updateChapter(call: AdminCallOf<typeof courses.updateChapter>): Promise<OutlineResult> {
  const { title, version } = call.body;
  return changeOutline(call, async (change) => {
    const chapter = await findChapter(change, call.params.chapter_id);
    if (chapter.title === title) return null;
    if (version !== undefined && version !== null && version !== chapter.version)
      throw new AppError('record.stale', { current: chapter });
    await sql`update chapters set title = ${title}, version = version + 1, updated_at = ${change.now} where id = ${chapter.id}`.execute(
      change.trx,
    );
    return { action: 'update-chapter', ...changesOf({ chapter_title: chapter.title }, { chapter_title: title }) };
  });
}
