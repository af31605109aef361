import { sql } from 'kysely';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import type { Db } from '../../db/pool.ts';
import type { BeatState } from './beat-state.ts';

export type BeatWrite = {
  state: BeatState;
  seq: number;
  /** The moment the beat counts as of: now, or the ticket's end. */
  at: Date;
  bitmap: Uint8Array; seen_sec: number; percent: number; slack_sec: number; credited_sec: number;
  position: number | null;
  is_suspicious: boolean;
  /** This beat finishes the lesson. */
  is_finishing: boolean;
};

/**
 * Stores a beat in one statement, if its ticket still is what the beat was computed from; else nothing is stored and the
 * answer is false. The ticket's row comes first and holds back every other beat of it; as a learner has one live ticket,
 * record, day and totals are this beat's alone. A beat that a power cut forgets is sent again or made up for by the next,
 * so the commit does not wait for the disk.
 */
export async function writeBeat(db: Db, beat: BeatWrite): Promise<boolean> {
  const { state, at } = beat;
  const done = beat.is_finishing ? 1 : 0;
  const { rows } = await sql`
    with ticket as (
      update play_tickets t set last_seq = ${beat.seq}, last_beat_at = ${at}
      where t.id = ${state.ticket_id} and t.last_seq = ${state.last_seq} and t.taken_over_at is null
        and (t.entitlement_id is null or exists (select 1 from entitlements e where e.id = t.entitlement_id and e.revoked_at is null))
      returning t.id
    ), learner as (
      update members m set total_study_sec = m.total_study_sec + ${beat.credited_sec}::int, last_study_at = greatest(m.last_study_at, ${at})
      from ticket where m.id = ${state.member_id} returning m.id, m.agency_id
    ), record as (
      insert into learning_records as r (member_id, agency_id, course_id, lesson_id, duration_sec, seen_bitmap, seen_sec, study_sec, last_position, percent,
        first_at, last_at, completed_at, suspicious, slack_sec)
      select learner.id, learner.agency_id, ${state.course_id}::bigint, ${state.lesson_id}::bigint, ${state.duration_sec}::int, ${Buffer.from(beat.bitmap)}::bytea,
        ${beat.seen_sec}::int, ${beat.credited_sec}::int, coalesce(${beat.position}::int, 0), ${beat.percent}::int, ${at}, ${at},
        case when ${done}::int = 1 then ${at}::timestamptz end, ${beat.is_suspicious ? 1 : 0}::int, ${beat.slack_sec}::numeric
      from learner
      on conflict (member_id, lesson_id) do update set agency_id = excluded.agency_id, course_id = excluded.course_id, duration_sec = excluded.duration_sec,
        seen_bitmap = excluded.seen_bitmap, seen_sec = excluded.seen_sec, study_sec = r.study_sec + excluded.study_sec,
        last_position = coalesce(${beat.position}::int, r.last_position), percent = excluded.percent, last_at = excluded.last_at,
        completed_at = coalesce(r.completed_at, excluded.completed_at), suspicious = r.suspicious + excluded.suspicious, slack_sec = excluded.slack_sec
    ), study_day as (
      insert into learning_days as d (member_id, day, course_id, study_sec, lessons_done)
      select learner.id, (${at}::timestamptz at time zone ${defaultTimeZone})::date, ${state.course_id}::bigint, ${beat.credited_sec}::int, ${done}::int from learner
      where ${beat.credited_sec}::int + ${done}::int > 0
      on conflict (member_id, day, course_id) do update set study_sec = d.study_sec + excluded.study_sec, lessons_done = d.lessons_done + excluded.lessons_done
    )
    select ticket.id, set_config('synchronous_commit', 'off', true) from ticket`.execute(db);
  return rows.length === 1;
}
