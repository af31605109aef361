import { randomUUID } from 'node:crypto';
import { cellCount, markIntervals, seenSeconds } from '@kaike/shared/domain/learning/watched-bitmap';
import { percentSeen } from '@kaike/shared/domain/learning/watching';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import { certifyCourse } from '../../auth/member-account/public.ts';
import type { DemoLesson } from './demo-courses.ts';
import { addDay } from './demo-learning.ts';
import type { DemoMember } from './demo-people.ts';

type SeedContext = { ctx: Context; trx: Db; now: Date; lessons: readonly DemoLesson[] };
/** The place of the course in the catalogue and of the lesson in the course; how much of it was seen, 0 to 1. */
type Visit = { days_ago: number; course: number; lesson: number; share: number; minutes: number };
type Study = { at: Date; share: number; study_sec: number };

const [dayMs, bitsPerByte] = [86_400_000, 8];
const goalMin = 10;
const visit = (daysAgo: number, [course, lesson]: [number, number], share = 1, minutes = 11): Visit => ({
  days_ago: daysAgo,
  course,
  lesson,
  share,
  minutes,
});

/** In the middle of a course: a fortnight with a day off, and a lesson that was left half-way today. */
const inTheMiddle = [
  ...[13, 12, 11].map((day) => visit(day, [0, 0])),
  ...[10, 9].map((day) => visit(day, [0, 1])),
  ...[8, 7].map((day) => visit(day, [1, 0])),
  ...[5, 4].map((day) => visit(day, [0, 2])),
  ...[3, 2].map((day) => visit(day, [2, 0])),
  visit(1, [0, 3], 0.4),
  visit(0, [0, 3], 0.7, 4),
];
/** Has finished the first course, one lesson a day and some of them twice, and goes on with the second. */
const finished = [
  ...[10, 9, 8, 7, 6, 5].map((day, lesson) => visit(day, [0, lesson])),
  ...[4, 3, 2].map((day, lesson) => visit(day, [0, lesson], 1, 12)),
  visit(1, [1, 0], 0.5),
];

/** What both wrote down, by the place of the course and of the lesson. */
const notes: readonly { at: [number, number]; at_sec: number; body: string }[] = [
  { at: [0, 0], at_sec: 6, body: 'Just call me … 比 My name is … 更亲切' },
  { at: [0, 0], at_sec: 21, body: 'How do you spell that? 没听清名字时用' },
  { at: [0, 2], at_sec: 12, body: 'I’m in charge of … 说明自己负责什么' },
  { at: [1, 0], at_sec: 9, body: '长元音要拉满，嘴型先到位再出声' },
];

async function addNotes({ trx, now, lessons }: SeedContext, member: DemoMember): Promise<void> {
  const courses = [...new Set(lessons.map(({ course_id: id }) => id))];
  for (const {
    at: [course, place],
    ...note
  } of notes) {
    const lesson = lessons.filter(({ course_id: id }) => id === courses[course])[place];
    if (!lesson) continue;
    await trx
      .insertInto('lesson_notes')
      .values({
        ...note,
        member_id: member.id,
        course_id: lesson.course_id,
        lesson_id: lesson.id,
        client_key: randomUUID(),
        created_at: now,
        updated_at: now,
      })
      .execute();
  }
}

/** All visits to a lesson become one record. */
function groupByLesson({ now, lessons }: SeedContext, visits: readonly Visit[]): Map<DemoLesson, Study[]> {
  const courses = [...new Set(lessons.map(({ course_id: id }) => id))];
  const groups = new Map<DemoLesson, Study[]>();
  for (const { days_ago: days, course, lesson: place, share, minutes } of visits) {
    const lesson = lessons.filter(({ course_id: id }) => id === courses[course])[place];
    if (!lesson) continue;
    const at = new Date(now.getTime() - days * dayMs - 30 * 60_000);
    groups.set(lesson, [...(groups.get(lesson) ?? []), { at, share, study_sec: minutes * 60 }]);
  }
  return groups;
}

async function studyLesson(trx: Db, member: DemoMember, [lesson, visits]: [DemoLesson, Study[]]): Promise<void> {
  const { duration_sec: duration, course_id } = lesson;
  const share = Math.max(...visits.map((one) => one.share));
  const empty = new Uint8Array(Math.ceil(cellCount(duration) / bitsPerByte));
  const bitmap = markIntervals(empty, [[0, Math.floor(duration * share)]], duration);
  const seenSec = seenSeconds(bitmap, duration);
  const done = visits.find((one) => one.share === 1);
  const [first, last] = [visits[0]?.at, visits.at(-1)?.at];
  await trx
    .insertInto('learning_records')
    .values({
      member_id: member.id,
      agency_id: member.agency_id,
      course_id,
      lesson_id: lesson.id,
      duration_sec: duration,
      seen_bitmap: Buffer.from(bitmap),
      seen_sec: seenSec,
      study_sec: visits.reduce((sum, one) => sum + one.study_sec, 0),
      last_position: done ? 0 : seenSec,
      percent: percentSeen(seenSec, duration),
      first_at: first,
      last_at: last,
      completed_at: done?.at ?? null,
    })
    .execute();
  for (const { at, study_sec } of visits)
    await addDay(trx, { member_id: member.id, course_id, at, study_sec, done: done?.at === at ? 1 : 0 });
}

/** A learner in the middle of a course and one who has finished it, so that records, week and certificate show something. */
export async function makeStories(context: SeedContext, members: readonly DemoMember[]): Promise<void> {
  const { ctx, trx, lessons } = context;
  for (const [index, visits] of [inTheMiddle, finished].entries()) {
    const member = members[index];
    if (!member) continue;
    await trx.updateTable('members').set({ daily_goal_min: goalMin }).where('id', '=', member.id).execute();
    for (const group of groupByLesson(context, visits)) await studyLesson(trx, member, group);
    await addNotes(context, member);
  }
  const [graduate, first] = [members[1], lessons[0]];
  if (graduate && first) await certifyCourse(ctx, trx, { member_id: graduate.id, course_id: first.course_id });
}
