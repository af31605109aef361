import { sql } from 'kysely';
import type * as courses from '@kaike/shared/contracts/catalog/courses';
import { type Cue, parseSubtitles, writeVtt } from '@kaike/shared/domain/catalog/courses/subtitles';
import { AppError } from '../../../../../core/app-error.ts';
import type { AdminCallOf } from '../../../../../core/call.ts';
import { type OutlineResult, changeOutline } from '../change-outline.ts';
import { titleOf, countOf } from '../subtitles.ts';

function readCues(text: string): readonly Cue[] {
  const read = parseSubtitles(text);
  if ('problem' in read)
    throw new AppError(`subtitles.${read.problem}`, { field: 'text', params: { line: read.line } });
  return read.cues;
}

/** Sets the subtitles of a lesson in a language, replacing existing ones. */
export async function updateSubtitles(call: AdminCallOf<typeof courses.updateSubtitles>): Promise<OutlineResult> {
  const cues = readCues(call.body.text);
  const lessonId = call.params.lesson_id;
  const { language } = call.body;
  return changeOutline(call, async (change) => {
    const { trx, now } = change;
    const title = await titleOf(change, lessonId);
    const before = await countOf(trx, lessonId, language);
    await sql`insert into lesson_subtitles (lesson_id, language, body, cue_count, created_by, created_at, updated_at)
      values (${lessonId}, ${language}, ${writeVtt(cues)}, ${cues.length}, ${call.actor.user_id}, ${now}, ${now})
      on conflict (lesson_id, language) do update set body = excluded.body, cue_count = excluded.cue_count, updated_at = excluded.updated_at`.execute(
      trx,
    );
    return {
      action: 'update-subtitles',
      before: { lesson_title: title, ...(before === null ? {} : { subtitles: `${language} · ${before}` }) },
      after: { lesson_title: title, subtitles: `${language} · ${cues.length}` },
    };
  });
}
