import { sql } from 'kysely';
import type { courses } from '@kaike/shared/resources/catalog/courses';
import { checkCourse, type CheckedCourse, type CourseFault } from '@kaike/shared/domain/catalog/courses/course-check';
import type { RowCheck } from '@kaike/shared/kit/rows/checks';
import { courseStatus, lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import type { Db } from '../../../db/pool.ts';
import type { AdminCall } from '../../../core/call.ts';
import type { DryRunNotes } from '../../../kit/behaviour.ts';
import { hasTeacher, isScripted } from '../../ai/scenes/public.ts';
import { isPlayed } from './outline/lesson-ready.ts';

type LoadedCourse = CheckedCourse & { id: number };

/** The faults of each course with regard to publishing. */
export async function findFaults(trx: Db, ids: readonly number[]): Promise<Map<number, CourseFault[]>> {
  const { rows } = await sql<LoadedCourse>`select c.id, c.cover, c.subject_id, coalesce((
      select jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'type', l.type, 'status', l.status, 'is_played', ${isPlayed}, 'is_scene', l.type = ${lessonType.ai_scene},
          'has_content', case when ${isPlayed} then coalesce(m.status = ${mediaStatus.ready}, false) when l.type = ${lessonType.ai_scene} then l.template_id is not null else l.duration_sec > 0 end,
          'is_withdrawn', l.template_id is not null and not exists (select 1 from ai_prompt_templates t where t.id = l.template_id and ${isScripted}),
          'has_teacher', l.type <> ${lessonType.ai_scene} or ${hasTeacher},
          'is_processing', ${isPlayed} and coalesce(m.status in (${mediaStatus.uploading}, ${mediaStatus.processing}), false)) order by h.sort, h.id, l.sort, l.id)
      from lessons l join chapters h on h.id = l.chapter_id and h.deleted_at is null left join media m on m.id = l.media_id and m.deleted_at is null
      where l.course_id = c.id and l.deleted_at is null), '[]') as lessons
    from courses c where c.id = any(${[...ids]}::bigint[])`.execute(trx);
  return new Map(rows.map((course) => [course.id, checkCourse(course)]));
}

/** Where a fault is mended on the page of the course. */
function placeOf({ key, lesson_id: lesson }: CourseFault): RowCheck['to'] {
  if (key === 'no_cover') return { tab: 'basic', field: 'cover' };
  if (key === 'no_subject') return { tab: 'basic', field: 'subject_id' };
  return lesson === undefined || key === 'lesson_processing' || key === 'no_ai_teacher'
    ? { tab: 'outline' }
    : { tab: 'outline', lesson: String(lesson) };
}

/** What a course lacks before it is published, each with its place; what must be mended first. */
export async function checksOfCourse({ ctx, t }: AdminCall, { id }: { id: number }): Promise<RowCheck[]> {
  const faults = (await findFaults(ctx.db, [id])).get(id) ?? [];
  return [true, false].flatMap((isMust) =>
    faults
      .filter(({ is_must: must }) => must === isMust)
      .map((fault) => ({
        level: isMust ? 'must' : 'should',
        key: fault.key,
        text: t(`course_check.${fault.key}`, { lesson: fault.lesson ?? '' }),
        to: placeOf(fault),
      })),
  );
}

export const mayPublish = (faults: readonly CourseFault[] | undefined): boolean =>
  !(faults ?? []).some(({ is_must }) => is_must);

const maxCourses = 5;

/** Dry run of a status change: lists what would prevent publishing, course by course. */
export const previewStatus: DryRunNotes<typeof courses, 'change-status'> = async ({ ctx, t }, { where, input }) => {
  if (Number(input.status) !== courseStatus.published) return [];
  const { rows } = await sql<{
    id: number;
    title: string;
  }>`select r.id, r.title from courses r where ${where} order by r.id limit ${maxCourses}`.execute(ctx.db);
  const faults = await findFaults(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const lacking = rows.flatMap(({ id, title }) =>
    (faults.get(id) ?? []).map(({ key, lesson = '' }) => {
      const text = t(`course_check.${key}`, { lesson });
      return rows.length > 1 ? t('course_check.of', { title, text }) : text;
    }),
  );
  return { context: lacking, notes: [] };
};
