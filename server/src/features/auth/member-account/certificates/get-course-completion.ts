import type * as account from '@kaike/shared/contracts/auth/account';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { listMyCourses } from '../../../catalog/courses/public.ts';
import { findFinished } from './course-finish.read.ts';

/** What a finished course was, and which of the member's courses comes next: one already begun, else any. */
export async function getCourseCompletion(
  call: MemberCallOf<typeof account.getCourseCompletion>,
): Promise<ResponseOf<typeof account.getCourseCompletion>> {
  const { ctx, actor, params } = call;
  const [done, { courses }] = await Promise.all([
    findFinished(ctx.db, { member_id: actor.member.id, course_id: params.id }),
    listMyCourses(call),
  ]);
  assert(done, 'course.not_finished');
  const open = courses.filter(
    ({ access, lesson_count: count, lessons_done: finished }) =>
      (access.state === 'owned' || access.state === 'free') && finished < count,
  );
  const next = open.find(({ last_at: last }) => last !== null) ?? open[0];
  const { title, lesson_count, study_sec, days, notes, teacher, closing_words, has_certificate, is_public } = done;
  return {
    title,
    lesson_count,
    study_sec,
    days,
    notes,
    teacher,
    closing_words,
    has_certificate,
    is_public,
    next: next
      ? {
          id: next.id,
          title: next.title,
          cover: next.cover,
          cover_style: next.cover_style,
          lesson_count: next.lesson_count,
          lessons_done: next.lessons_done,
        }
      : null,
  };
}
