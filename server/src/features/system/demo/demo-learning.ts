import { sql } from 'kysely';
import { cellCount, seenSeconds, markIntervals } from '@kaike/shared/domain/learning/watched-bitmap';
import { percentSeen } from '@kaike/shared/domain/learning/watching';
import type { Db } from '../../../db/pool.ts';
import type { DemoLesson } from './demo-courses.ts';
import type { SeededRandom } from './random.ts';

export type Studying = { member_id: number; agency_id: number | null; from: Date; course_ids: readonly number[] };
type SeedContext = { trx: Db; random: SeededRandom; now: Date; lessons: readonly DemoLesson[] };

const bitsPerByte = 8;
const completePercent = 90;

/** A random time in the evening between the two. */
export function momentAfter(random: SeededRandom, from: Date, now: Date): Date {
  const span = Math.max(1, now.getTime() - from.getTime());
  const day = new Date(from.getTime() + random.next() * span);
  // People study in the evening, Beijing time.
  day.setUTCHours(random.int(10, 14), random.int(0, 59), random.int(0, 59), 0);
  return new Date(Math.min(day.getTime(), now.getTime()));
}

async function study(context: SeedContext, member: Studying, lesson: DemoLesson): Promise<void> {
  const { trx, random, now } = context;
  const share = random.next() < 0.7 ? 1 : 0.2 + random.next() * 0.7;
  const empty = new Uint8Array(Math.ceil(cellCount(lesson.duration_sec) / bitsPerByte));
  const bitmap = markIntervals(empty, [[0, Math.floor(lesson.duration_sec * share)]], lesson.duration_sec);
  const seenSec = seenSeconds(bitmap, lesson.duration_sec);
  const percent = percentSeen(seenSec, lesson.duration_sec);
  const at = momentAfter(random, member.from, now);
  const isDone = percent >= completePercent;
  const studied = Math.round(seenSec * (1 + random.next() * 0.4));
  const inserted = await trx
    .insertInto('learning_records')
    .values({
      member_id: member.member_id,
      agency_id: member.agency_id,
      course_id: lesson.course_id,
      lesson_id: lesson.id,
      duration_sec: lesson.duration_sec,
      seen_bitmap: Buffer.from(bitmap),
      seen_sec: seenSec,
      study_sec: studied,
      last_position: isDone ? 0 : seenSec,
      percent,
      first_at: at,
      last_at: new Date(at.getTime() + studied * 1000),
      completed_at: isDone ? new Date(at.getTime() + studied * 1000) : null,
    })
    .onConflict((conflict) => conflict.columns(['member_id', 'lesson_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  // A member with two cards for one course studies it once.
  if (!inserted) return;
  await addDay(trx, {
    member_id: member.member_id,
    course_id: lesson.course_id,
    at,
    study_sec: studied,
    done: isDone ? 1 : 0,
  });
}

type StudyDay = { member_id: number; course_id: number; at: Date; study_sec: number; done: number };

/** Adds to the study of a day. */
export async function addDay(
  trx: Db,
  { member_id: id, course_id: course, at, study_sec: sec, done }: StudyDay,
): Promise<void> {
  await sql`insert into learning_days (member_id, day, course_id, study_sec, lessons_done)
    values (${id}, (${at}::timestamptz at time zone 'Asia/Shanghai')::date, ${course}, ${sec}, ${done})
    on conflict (member_id, day, course_id) do update set study_sec = learning_days.study_sec + excluded.study_sec,
      lessons_done = learning_days.lessons_done + excluded.lessons_done`.execute(trx);
}

/** Creates learning records and days of members since their activation. */
export async function makeLearning(context: SeedContext, members: readonly Studying[]): Promise<void> {
  const playable = context.lessons.filter((lesson) => lesson.is_played);
  for (const member of members) {
    const open = playable.filter((lesson) => member.course_ids.includes(lesson.course_id));
    const eager = context.random.next();
    for (const lesson of open) if (context.random.next() < eager) await study(context, member, lesson);
  }
}

/** Sums up what members studied. */
export async function sumUp(trx: Db): Promise<void> {
  await sql`update members m set total_study_sec = x.total, last_study_at = x.last from
    (select member_id, sum(study_sec)::int as total, max(last_at) as last from learning_records group by member_id) x where x.member_id = m.id`.execute(
    trx,
  );
}
