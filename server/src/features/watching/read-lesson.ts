import { sql } from 'kysely';
import type { LessonAnswer } from '@kaike/shared/contracts/lessons';
import type * as lessons from '@kaike/shared/contracts/lessons';
import { lessonType } from '@kaike/shared/domain/courses/course-status';
import type { Db } from '../../db/pool.ts';
import { assert } from '../../core/app-error.ts';
import { sendFile, type Answer } from '../../core/respond.ts';
import type { ById, MemberCall, MemberCallOf } from '../../core/call.ts';
import { hasTeacher } from '../ai-scenes/public.ts';
import { attachmentsOf } from '../courses/public.ts';
import { neighboursOf } from './neighbours.ts';
import { assertMayStudy, findRight, type PlayRight } from './play-access.ts';
import { soundFileOf } from './sound/sound-file.ts';
import { findPlaces, findPlayFacts, type PlayFacts } from './play-facts.read.ts';

type Parts = { attachments: string[]; subtitles: LessonAnswer['subtitles']; has_review: boolean };

async function readParts(db: Db, lessonId: number): Promise<Parts> {
  const { rows } = await sql<Parts>`select l.attachments,
      coalesce((select json_agg(json_build_object('id', s.id, 'language', s.language) order by s.id) from lesson_subtitles s where s.lesson_id = l.id), '[]') as subtitles,
      l.type <> ${lessonType.ai_scene} and ${hasTeacher} and exists (
        select 1 from lesson_materials x where x.lesson_id = l.id and x.approved_at is not null) as has_review
    from lessons l where l.id = ${lessonId}`.execute(db);
  return rows[0] ?? { attachments: [], subtitles: [], has_review: false };
}

/** A lesson the member may study, with their right to it; throws the reason otherwise. */
export async function findMine(
  call: MemberCall<unknown>,
  lessonId: number,
  db: Db = call.ctx.db,
): Promise<{ facts: PlayFacts; right: PlayRight }> {
  assertMayStudy(call.actor);
  const facts = await findPlayFacts(db, {
    lesson_id: lessonId,
    member_id: call.actor.member.id,
    now: call.ctx.clock(),
  });
  assert(facts, 'lesson.not_found');
  return { facts, right: await findRight(call, facts, db) };
}

/** A lesson with its attachments and subtitles, the lesson before it and the one to learn next. */
export async function readLesson(call: MemberCall & ById): Promise<LessonAnswer> {
  const { db } = call.ctx;
  const { facts, right } = await findMine(call, call.params.id);
  const [parts, places] = await Promise.all([
    readParts(db, facts.lesson_id),
    findPlaces(db, { lesson_id: facts.lesson_id, member_id: call.actor.member.id }),
  ]);
  const { number, ...neighbours } = neighboursOf(places, { lesson_id: facts.lesson_id, right });
  return {
    lesson: {
      id: facts.lesson_id,
      number,
      type: facts.type,
      title: facts.title,
      chapter_title: facts.chapter_title,
      duration_sec: facts.duration_sec,
    },
    course: { id: facts.course_id, title: facts.course_title },
    has_review: parts.has_review && !right.is_preview,
    attachments: right.is_preview ? [] : await attachmentsOf(db, parts.attachments),
    sound_file: soundFileOf(facts, right)?.name ?? null,
    subtitles: parts.subtitles,
    ...neighbours,
  };
}

/** Sends a VTT file, with a policy that allows no active content. */
export const sendVtt = (body: string): Answer =>
  sendFile(body, {
    type: 'text/vtt; charset=utf-8',
    headers: {
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cache-Control': 'private, max-age=300',
    },
  });

/** Sends subtitles of a lesson to members who may study it. */
export async function sendSubtitles(call: MemberCallOf<typeof lessons.getSubtitles>): Promise<Answer> {
  const { facts } = await findMine(call, call.params.id);
  const row = await call.ctx.db
    .selectFrom('lesson_subtitles')
    .select('body')
    .where('id', '=', call.params.subtitle_id)
    .where('lesson_id', '=', facts.lesson_id)
    .executeTakeFirst();
  assert(row, 'record.not_found');
  return sendVtt(row.body);
}
