import { sql, type RawBuilder } from 'kysely';
import type { Attachment, CourseLesson, MyCourseDetail } from '@kaike/shared/contracts/catalog/courses';
import {
  coursePercent,
  missingSeconds,
  shownPercent,
  type AccessState,
} from '@kaike/shared/domain/catalog/courses/course-access';
import { courseStatus, switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import { chooseNextLesson } from '@kaike/shared/domain/learning/next-lesson';
import { isReading } from '@kaike/shared/domain/learning/reading';
import { statement } from '../../../db/statement.ts';
import { assert } from '../../../core/app-error.ts';
import type { ById, MemberCall } from '../../../core/call.ts';
import { loadOffer } from '../../commerce/products/public.ts';
import { attachmentsOf } from './course-files.ts';
import { hasContent, isOffered } from './outline/lesson-ready.ts';
import { grantsOf, presentAccess, type AccessGrant } from './my-courses.ts';

/** Times within JSON are milliseconds: parsing them takes a tenth of the time of date strings. */
type LessonRow = {
  chapter_id: number;
  chapter_title: string;
  id: number | null;
  title: string;
  type: number;
  duration_sec: number;
  preview_sec: number;
  is_free: boolean;
  has_attachments: boolean;
  is_ready: boolean;
  percent: number;
  seen_sec: number;
  last_position: number;
  completed_at: number | null;
  last_at: number | null;
  is_end_reached: boolean;
};
type CourseRow = Omit<MyCourseDetail['course'], 'lessons_done' | 'percent'> &
  AccessGrant & {
    status: number;
    is_free: boolean;
    grants: { source_type: string; start_at: number; end_at: number | null }[];
    /** File addresses. */
    attachments: string[];
    /** Lessons in order, each with its chapter; an empty chapter is one row with a null id. */
    outline: LessonRow[];
  };
type CourseQuery = { member_id: number; course_id: number; now: Date };

const milliseconds = (moment: RawBuilder<unknown>): RawBuilder<number> => sql`extract(epoch from ${moment}) * 1000`;

const outlineOf = (memberId: number): RawBuilder<unknown> => sql`
  select h.id as chapter_id, h.title as chapter_title, l.id, l.title, l.type, l.duration_sec, l.preview_sec, l.is_free,
    l.attachments <> '[]' as has_attachments, ${hasContent} as is_ready, r.end_reached_at is not null as is_end_reached,
    coalesce(r.percent, 0) as percent, coalesce(r.seen_sec, 0) as seen_sec, coalesce(r.last_position, 0) as last_position,
    ${milliseconds(sql`r.completed_at`)} as completed_at, ${milliseconds(sql`r.last_at`)} as last_at
  from chapters h
    left join lessons l on l.chapter_id = h.id and l.deleted_at is null and ${isOffered}
    left join media m on m.id = l.media_id and m.status = ${mediaStatus.ready} and m.deleted_at is null
    left join learning_records r on r.lesson_id = l.id and r.member_id = ${memberId}
  where h.course_id = c.id and h.deleted_at is null
  order by h.sort, h.id, l.sort, l.id`;

/** One statement for the course and its content: a round trip costs more than processing the rows. */
const findCourse = statement(
  ({ member_id, course_id, now }: CourseQuery) => sql<CourseRow>`
    select c.id, c.title, c.subtitle, c.cover, c.cover_style, c.intro, c.detail, c.lesson_count, c.duration_sec, c.complete_percent, c.status, c.is_free, c.attachments,
      g.is_live, g.is_over, g.is_forever, g.end_at,
      (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'title', t.title, 'avatar', t.avatar, 'gender', t.gender) order by array_position(c.teacher_ids, t.id)), '[]')
        from teachers t where t.id = any(c.teacher_ids) and t.deleted_at is null and t.status = ${switchStatus.on}) as teachers,
      (select coalesce(json_agg(json_build_object('source_type', e.source_type, 'start_at', ${milliseconds(sql`e.start_at`)}, 'end_at', ${milliseconds(sql`e.end_at`)}) order by e.start_at, e.id), '[]')
        from entitlements e where e.member_id = ${member_id} and e.course_id = c.id and e.revoked_at is null) as grants,
      (select coalesce(json_agg(o), '[]') from (${outlineOf(member_id)}) o) as outline
    from courses c left join (${grantsOf(member_id, now)}) g on g.course_id = c.id
    where c.id = ${course_id} and c.deleted_at is null and c.status <> ${courseStatus.draft}`,
);

const iso = (time: number): string => new Date(time).toISOString();
const isoOrNull = (time: number | null): string | null => (time === null ? null : iso(time));

function stateOf(row: LessonRow, access: AccessState): CourseLesson['state'] {
  if (!row.is_ready) return 'soon';
  if (access === 'owned' || access === 'free') return 'open';
  return row.preview_sec > 0 || row.is_free ? 'preview' : 'locked';
}

function toLesson(row: LessonRow, id: number, course: { access: AccessState; complete_percent: number }): CourseLesson {
  const isRead = isReading(row.type);
  // Reading lessons require all of their time, which is a minimum already.
  const share = isRead ? 100 : course.complete_percent;
  return {
    id,
    title: row.title,
    type: row.type,
    duration_sec: row.duration_sec,
    preview_sec: row.preview_sec,
    is_free: row.is_free,
    has_attachments: row.has_attachments,
    state: stateOf(row, course.access),
    percent: shownPercent(row),
    last_position: row.last_position,
    completed_at: isoOrNull(row.completed_at),
    last_at: isoOrNull(row.last_at),
    missing_sec: missingSeconds({
      type: row.type,
      seen_sec: row.seen_sec,
      duration_sec: row.duration_sec,
      complete_percent: share,
      is_finished: row.completed_at !== null,
    }),
    is_end_missing: isRead && row.completed_at === null && !row.is_end_reached,
  };
}

function toChapters(
  rows: LessonRow[],
  course: { access: AccessState; complete_percent: number },
): MyCourseDetail['chapters'] {
  const chapters = new Map<number, MyCourseDetail['chapters'][number]>();
  for (const row of rows) {
    const chapter = chapters.get(row.chapter_id) ?? { id: row.chapter_id, title: row.chapter_title, lessons: [] };
    if (row.id !== null) chapter.lessons.push(toLesson(row, row.id, course));
    chapters.set(chapter.id, chapter);
  }
  return [...chapters.values()].filter((chapter) => chapter.lessons.length > 0);
}

function nextOf(lessons: CourseLesson[]): MyCourseDetail['next'] {
  const progress = lessons.map((lesson) => ({
    id: lesson.id,
    can_watch: lesson.state === 'open' || lesson.state === 'preview',
    is_finished: lesson.completed_at !== null,
    last_at: lesson.last_at,
  }));
  const next = lessons.find((lesson) => lesson.id === chooseNextLesson(progress));
  return next
    ? {
        lesson_id: next.id,
        type: next.type,
        title: next.title,
        position: next.completed_at === null ? next.last_position : 0,
      }
    : null;
}

/** A course for a member: what is open, their progress, where to continue and what is missing. */
export async function getMyCourse(call: MemberCall & ById): Promise<MyCourseDetail> {
  const {
    ctx,
    actor: { member },
  } = call;
  const query = { member_id: member.id, course_id: call.params.id, now: ctx.clock() };
  const [row] = await findCourse(ctx.db, query);
  // Off the shelf, a course is visible only to members who have or had access to it.
  assert(row && (row.status === courseStatus.published || row.is_live !== null), 'course.not_found');
  const {
    status: _status,
    is_free: _free,
    is_live: _live,
    is_over: _over,
    is_forever: _forever,
    end_at: _end,
    attachments,
    grants,
    outline,
    ...course
  } = row;
  const access = presentAccess(row);
  const chapters = toChapters(outline, { access: access.state, complete_percent: row.complete_percent });
  const lessons = chapters.flatMap((chapter) => chapter.lessons);
  const doneSec = outline.reduce((sum, line) => {
    if (line.id === null) return sum;
    return sum + (line.completed_at === null ? Math.min(line.seen_sec, line.duration_sec) : line.duration_sec);
  }, 0);
  const lessonsDone = lessons.filter((lesson) => lesson.completed_at !== null).length;
  const isOpen = access.state === 'owned' || access.state === 'free';
  const files: Attachment[] = isOpen ? await attachmentsOf(ctx.db, attachments) : [];
  const offer = isOpen ? null : await loadOffer(ctx, row.id);
  return {
    course: {
      ...course,
      lessons_done: lessonsDone,
      percent: coursePercent({ ...course, lessons_done: lessonsDone, done_sec: doneSec }),
    },
    access,
    offer,
    chapters,
    attachments: files,
    next: nextOf(lessons),
    grants: grants.map((grant) => ({ ...grant, start_at: iso(grant.start_at), end_at: isoOrNull(grant.end_at) })),
  };
}
