import type * as courses from '@kaike/shared/contracts/catalog/courses';
import type { AdminCallOf } from '../../../../../core/call.ts';
import { type OutlineResult, changeOutline } from '../change-outline.ts';
import { titleOf, countOf } from '../subtitles.ts';

/** Removes the subtitles of a language from a lesson. */
export async function deleteSubtitles(call: AdminCallOf<typeof courses.deleteSubtitles>): Promise<OutlineResult> {
  const lessonId = call.params.lesson_id;
  const language = call.params.language;
  return changeOutline(call, async (change) => {
    const title = await titleOf(change, lessonId);
    const before = await countOf(change.trx, lessonId, language);
    if (before === null) return null;
    await change.trx
      .deleteFrom('lesson_subtitles')
      .where('lesson_id', '=', lessonId)
      .where('language', '=', language)
      .execute();
    return { action: 'delete-subtitles', before: { lesson_title: title, subtitles: `${language} · ${before}` } };
  });
}
