import { sql } from 'kysely';
import type * as courses from '@kaike/shared/contracts/courses';
import { readSubtitles, writeVtt, type Cue } from '@kaike/shared/domain/courses/subtitles';
import type { Db } from '../../../db/pool.ts';
import { AppError, assert } from '../../../core/app-error.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { changeOutline, type Change, type OutlineResult } from './change-outline.ts';

function readCues(text: string): readonly Cue[] {
  const read = readSubtitles(text);
  if ('problem' in read)
    throw new AppError(`subtitles.${read.problem}`, { field: 'text', params: { line: read.line } });
  return read.cues;
}

async function titleOf({ trx, course }: Change, lessonId: number): Promise<string> {
  const { rows } = await sql<{
    title: string;
  }>`select title from lessons where id = ${lessonId} and course_id = ${course.id} and deleted_at is null`.execute(trx);
  assert(rows[0], 'record.not_found');
  return rows[0].title;
}

const countOf = async (trx: Db, lessonId: number, language: string): Promise<number | null> =>
  (
    await trx
      .selectFrom('lesson_subtitles')
      .select('cue_count')
      .where('lesson_id', '=', lessonId)
      .where('language', '=', language)
      .executeTakeFirst()
  )?.cue_count ?? null;

/** Sets the subtitles of a lesson in a language, replacing existing ones. */
export async function changeSubtitles(call: AdminCallOf<typeof courses.updateSubtitles>): Promise<OutlineResult> {
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

/** Removes the subtitles of a language from a lesson. */
export async function removeSubtitles(call: AdminCallOf<typeof courses.deleteSubtitles>): Promise<OutlineResult> {
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
