import { sql } from 'kysely';
import type { LessonAnswer } from '@kaike/shared/contracts/learning/lessons';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import type { Db } from '../../../../db/pool.ts';
import type { MemberCall, ById } from '../../../../core/call.ts';
import { hasTeacher } from '../../../ai/scenes/public.ts';
import { attachmentsOf } from '../../../catalog/courses/public.ts';
import { neighboursOf } from '../neighbours.ts';
import { soundFileOf } from '../sound/sound-file.ts';
import { findPlaces } from '../play-facts.read.ts';
import { findMine } from '../find-lesson.ts';

type Parts = { attachments: string[]; subtitles: LessonAnswer['subtitles']; has_review: boolean };

async function readParts(db: Db, lessonId: number): Promise<Parts> {
  const { rows } = await sql<Parts>`select l.attachments,
      coalesce((select json_agg(json_build_object('id', s.id, 'language', s.language) order by s.id) from lesson_subtitles s where s.lesson_id = l.id), '[]') as subtitles,
      l.type <> ${lessonType.ai_scene} and ${hasTeacher} and exists (
        select 1 from lesson_materials x where x.lesson_id = l.id and x.approved_at is not null) as has_review
    from lessons l where l.id = ${lessonId}`.execute(db);
  return rows[0] ?? { attachments: [], subtitles: [], has_review: false };
}

/** A lesson with its attachments and subtitles, the lesson before it and the one to learn next. */
export async function getLesson(call: MemberCall & ById): Promise<LessonAnswer> {
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
