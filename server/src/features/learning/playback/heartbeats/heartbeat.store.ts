import { sql } from 'kysely';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import type { Db } from '../../../../db/pool.ts';
import { statement } from '../../../../db/statement.ts';
import type { PlaybackSession } from './playback-session.ts';

export type HeartbeatWrite = {
  state: PlaybackSession;
  seq: number;
  claimed_sec: number;
  /** The effective time of the beat: now, or the ticket's end. */
  at: Date;
  bitmap: Uint8Array;
  seen_sec: number;
  percent: number;
  slack_sec: number;
  credited_sec: number;
  position: number;
  is_suspicious: boolean;
  /** This beat completes the lesson. */
  is_finishing: boolean;
};

/** A beat as a row of the statement; bytes travel as base64. */
function toRow(beat: HeartbeatWrite) {
  const { state } = beat;
  return {
    ticket_id: state.ticket_id,
    known_seq: state.last_seq,
    member_id: state.member_id,
    course_id: state.course_id,
    lesson_id: state.lesson_id,
    duration_sec: state.duration_sec,
    seq: beat.seq,
    claimed_sec: beat.claimed_sec,
    moment: beat.at,
    bitmap: Buffer.from(beat.bitmap).toString('base64'),
    seen_sec: beat.seen_sec,
    credited_sec: beat.credited_sec,
    percent: beat.percent,
    slack_sec: beat.slack_sec,
    last_position: beat.position,
    done: beat.is_finishing ? 1 : 0,
    suspicious: beat.is_suspicious ? 1 : 0,
  };
}

// What a beat changes in a row that exists, whether it is updated or the insertion finds it; the new values are `excluded` in both.
const gatheredChange = sql`study_sec = s.study_sec + excluded.study_sec, last_study_at = greatest(s.last_study_at, excluded.last_study_at)`;
const recordChange = sql`agency_id = excluded.agency_id, course_id = excluded.course_id, duration_sec = excluded.duration_sec,
  seen_bitmap = excluded.seen_bitmap, seen_sec = excluded.seen_sec, study_sec = r.study_sec + excluded.study_sec,
  last_position = excluded.last_position, percent = excluded.percent, last_at = excluded.last_at,
  completed_at = coalesce(r.completed_at, excluded.completed_at), suspicious = r.suspicious + excluded.suspicious, slack_sec = excluded.slack_sec`;
const dayChange = sql`study_sec = d.study_sec + excluded.study_sec, lessons_done = d.lessons_done + excluded.lessons_done`;

// Almost every beat finds its three rows. An insertion that runs into a row logs its lock besides the update, 60 bytes of WAL each:
// so rows that are there are updated, and only the others are inserted. A row that appears meanwhile is run into and changed.
const store = statement(
  ({ beats, count, lock_timeout }: { beats: string; count: number; lock_timeout: string }) => sql<{
    ticket_id: number;
  }>`
    with sent as (
      select b.*, (select set_config('lock_timeout', ${lock_timeout}, true)) as lock_timeout from json_to_recordset(${beats}::json) as b (ticket_id bigint, known_seq int, member_id bigint, course_id bigint,
        lesson_id bigint, duration_sec int, seq int, claimed_sec numeric, moment timestamptz, bitmap text, seen_sec int, credited_sec int, percent int, slack_sec numeric,
        last_position int, done int, suspicious int)
      limit ${count}
    ), ticket as (
      update play_tickets t set last_seq = b.seq, last_claimed_sec = b.claimed_sec, last_beat_at = b.moment from sent b
      where t.id = b.ticket_id and t.last_seq = b.known_seq and (t.taken_over_at is null or b.moment < t.taken_over_at)
        and (t.entitlement_id is null or exists (select 1 from entitlements e where e.id = t.entitlement_id and e.revoked_at is null))
      returning b.*
    ), gathered as (
      select member_id, credited_sec as study_sec, moment as last_study_at from ticket
    ), gathered_before as (
      update study_gathered s set ${gatheredChange} from gathered excluded where s.member_id = excluded.member_id returning s.member_id
    ), gathered_first as (
      insert into study_gathered as s (member_id, study_sec, last_study_at)
      select * from gathered where member_id not in (select member_id from gathered_before)
      on conflict (member_id) do update set ${gatheredChange} returning member_id
    ), member as (
      select ticket.*, m.agency_id from ticket join members m on m.id = ticket.member_id
      where ticket.member_id in (select member_id from gathered_before union all select member_id from gathered_first)
    ), record as (
      select member_id, agency_id, course_id, lesson_id, duration_sec, decode(bitmap, 'base64') as seen_bitmap, seen_sec, credited_sec as study_sec,
        last_position, percent, moment as first_at, moment as last_at, case when done = 1 then moment end as completed_at, suspicious, slack_sec
      from member
    ), record_before as (
      update learning_records r set ${recordChange} from record excluded
      where r.member_id = excluded.member_id and r.lesson_id = excluded.lesson_id returning r.member_id
    ), record_first as (
      insert into learning_records as r (member_id, agency_id, course_id, lesson_id, duration_sec, seen_bitmap, seen_sec, study_sec,
        last_position, percent, first_at, last_at, completed_at, suspicious, slack_sec)
      select * from record where member_id not in (select member_id from record_before)
      on conflict (member_id, lesson_id) do update set ${recordChange}
    ), study_day as (
      select member_id, (moment at time zone ${defaultTimeZone})::date as day, course_id, credited_sec as study_sec, done as lessons_done
      from member where credited_sec + done > 0
    ), study_day_before as (
      update learning_days d set ${dayChange} from study_day excluded
      where d.member_id = excluded.member_id and d.day = excluded.day and d.course_id = excluded.course_id returning d.member_id
    ), study_day_first as (
      insert into learning_days as d (member_id, day, course_id, study_sec, lessons_done)
      select * from study_day where member_id not in (select member_id from study_day_before)
      on conflict (member_id, day, course_id) do update set ${dayChange}
    )
    select ticket.ticket_id, set_config('synchronous_commit', 'off', true) from ticket`,
);

/**
 * Stores beats of different members in one statement and returns the tickets of those stored: each whose ticket is
 * unchanged since the beat was computed. The ticket's row is locked first and blocks every other beat of it, then the member's gathered study time; as a member has
 * one live ticket, no other beat writes the same record, day and totals. A beat lost in a power cut is sent again or made up
 * for by the next, so the commit is asynchronous. The limit drops no rows: it tells the planner, which would assume a
 * hundred, that there are few, so that it uses index lookups. Locked rows are waited for up to `timeout_ms`; then nothing
 * is stored and the database's error is thrown.
 */
export async function writeHeartbeats(
  db: Db,
  beats: readonly HeartbeatWrite[],
  { timeout_ms: lock_timeout }: { timeout_ms: number },
): Promise<Set<number>> {
  const rows = await store(db, {
    beats: JSON.stringify(beats.map(toRow)),
    count: beats.length,
    lock_timeout: String(lock_timeout),
  });
  return new Set(rows.map((row) => row.ticket_id));
}
