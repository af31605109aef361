import { sql } from 'kysely';
import type { MyNotes, LessonNote } from '@kaike/shared/contracts/catalog/lesson-notes';
import type * as lessonNotes from '@kaike/shared/contracts/catalog/lesson-notes';
import type { MemberCallOf } from '../../../core/call.ts';
import type { NoteRow } from './lesson-notes.ts';

const perPage = 100;

type MyRow = NoteRow & Omit<MyNotes['data'][number], keyof LessonNote>;

/** All notes of the member by course, the one written in last first, in the order of its lessons. */
export async function listMyNotes({
  ctx,
  actor,
  query,
}: MemberCallOf<typeof lessonNotes.listMyNotes>): Promise<MyNotes> {
  const { course_id, search } = query;
  const page = query.page ?? 1;
  const mine = sql`n.member_id = ${actor.member.id} and n.deleted_at is null`;
  const needle = search?.toLowerCase() ?? '';
  const [courses, notes] = await Promise.all([
    sql<MyNotes['courses'][number]>`select c.id, c.title, count(*)::int as count
      from lesson_notes n join courses c on c.id = n.course_id where ${mine} group by c.id order by max(n.updated_at) desc, c.id`.execute(
      ctx.db,
    ),
    sql<MyRow>`select n.id, n.client_key, n.lesson_id, n.at_sec, n.body, n.version, n.updated_at,
        n.course_id, c.title as course_title, l.title as lesson_title, l.type as lesson_type
      from lesson_notes n join lessons l on l.id = n.lesson_id join chapters h on h.id = l.chapter_id join courses c on c.id = n.course_id
        join (select n.course_id, max(n.updated_at) as last_at from lesson_notes n where ${mine} group by n.course_id) w on w.course_id = n.course_id
      where ${mine} ${course_id ? sql`and n.course_id = ${course_id}` : sql``}
        ${needle === '' ? sql`` : sql`and (position(${needle} in lower(n.body)) > 0 or position(${needle} in lower(l.title)) > 0)`}
      order by w.last_at desc, n.course_id, h.sort, h.id, l.sort, l.id, n.at_sec, n.id limit ${perPage + 1} offset ${(page - 1) * perPage}`.execute(
      ctx.db,
    ),
  ]);
  return {
    courses: courses.rows,
    data: notes.rows.slice(0, perPage).map((row) => ({ ...row, updated_at: row.updated_at.toISOString() })),
    current_page: page,
    has_more: notes.rows.length > perPage,
  };
}
