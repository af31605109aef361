import { sql } from 'kysely';
import type { ReadingReport } from '@kaike/shared/contracts/learning/lessons';
import type * as lessons from '@kaike/shared/contracts/learning/lessons';
import { courseStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { creditReading, isReading, isReadingFinished, readingPercent } from '@kaike/shared/domain/learning/reading';
import { markIntervals } from '@kaike/shared/domain/learning/watched-bitmap';
import { inTransaction } from '../../../../db/in-transaction.ts';
import type { Db } from '../../../../db/pool.ts';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { hashToken } from '../../../../core/secrets.ts';
import { momentOf } from '../heartbeats/late-moment.ts';
import { assertMayStudy } from '../play-access.ts';
import { addStudyTime } from '../study-time.ts';

/** Claiming more than this many seconds ahead of the clock is suspicious. */
const suspiciousSec = 30;

type Call = MemberCallOf<typeof lessons.recordReadingProgress>;
type State = {
  ticket_id: number;
  member_id: number;
  agency_id: number | null;
  lesson_id: number;
  lesson_type: number;
  course_id: number;
  session_id: number | null;
  taken_over_at: Date | null;
  is_allowed: boolean;
  expires_at: Date;
  last_seq: number;
  last_claimed_sec: number | null;
  last_beat_at: Date;
  duration_sec: number;
  seen_sec: number;
  completed_at: Date | null;
  end_reached_at: Date | null;
};
type ReadingCredit = {
  credited_sec: number;
  seen_sec: number;
  percent: number;
  completed_at: Date | null;
  end_reached_at: Date | null;
  is_suspicious: boolean;
};

/** Locks the ticket until the report is stored and returns it with its lesson and record. Lock order as for beats: ticket, gathered study time, record. */
async function lockState(trx: Db, hash: Buffer): Promise<State | undefined> {
  const { rows } = await sql<State>`
    select t.id as ticket_id, t.member_id, m.agency_id, t.lesson_id, l.type as lesson_type, l.course_id, t.session_id, t.taken_over_at,
      case when t.entitlement_id is not null then e.revoked_at is null
        else c.status = ${courseStatus.published} and (c.is_free or t.is_preview and l.is_free) end and c.deleted_at is null and l.deleted_at is null as is_allowed,
      t.expires_at, t.last_seq, t.last_claimed_sec, t.last_beat_at, l.duration_sec, coalesce(r.seen_sec, 0) as seen_sec, r.completed_at, r.end_reached_at
    from play_tickets t join lessons l on l.id = t.lesson_id join courses c on c.id = l.course_id join members m on m.id = t.member_id
      left join entitlements e on e.id = t.entitlement_id
      left join learning_records r on r.member_id = t.member_id and r.lesson_id = t.lesson_id
    where t.ticket_hash = ${hash} for update of t`.execute(trx);
  return rows[0];
}

/** What was read before may come late, as with beats: also from another session of the same member. */
function checkTicket(call: Call, state: State | undefined): asserts state is State {
  assert(state && state.member_id === call.actor.member.id, 'play.ticket_invalid');
  assert(isReading(state.lesson_type), 'play.ticket_invalid');
  assert(state.is_allowed, 'play.ticket_ended');
  if (call.body.late === true) return;
  assert(state.session_id === call.actor.session_id, 'play.ticket_invalid');
  assert(state.taken_over_at === null, 'play.taken_over');
}

function creditReport({ body }: Call, state: State, now: Date): ReadingCredit {
  const duration = state.duration_sec;
  const earned = creditReading({
    claimed_sec: body.read_sec,
    is_late: body.late === true,
    now,
    last_beat_at: state.last_beat_at,
    seen_sec: state.seen_sec,
    duration,
  });
  const endReachedAt = state.end_reached_at ?? (body.is_at_end ? now : null);
  const isFinished =
    state.completed_at !== null ||
    isReadingFinished({ seen_sec: earned.seen_sec, duration, is_end_reached: endReachedAt !== null });
  return {
    ...earned,
    percent: readingPercent({ seen_sec: earned.seen_sec, duration, is_finished: isFinished }),
    completed_at: state.completed_at ?? (isFinished ? now : null),
    end_reached_at: endReachedAt,
    is_suspicious: body.read_sec > earned.credited_sec + suspiciousSec,
  };
}

async function store(
  trx: Db,
  { state, credit, body, now }: { state: State; credit: ReadingCredit; body: Call['body']; now: Date },
): Promise<void> {
  const done = state.completed_at === null && credit.completed_at !== null ? 1 : 0;
  const bitmap = markIntervals(new Uint8Array(), [[0, credit.seen_sec]], state.duration_sec);
  await sql`update play_tickets set last_seq = ${body.seq}, last_claimed_sec = ${body.read_sec}, last_beat_at = ${now}
    where id = ${state.ticket_id}`.execute(trx);
  await addStudyTime(trx, { ...state, sec: credit.credited_sec, done, now });
  await sql`insert into learning_records as r (member_id, agency_id, course_id, lesson_id, duration_sec, seen_bitmap, seen_sec, study_sec, percent, first_at, last_at,
      completed_at, end_reached_at, suspicious)
    values (${state.member_id}, ${state.agency_id}, ${state.course_id}, ${state.lesson_id}, ${state.duration_sec}, ${Buffer.from(bitmap)}, ${credit.seen_sec}, ${credit.credited_sec},
      ${credit.percent}, ${now}, ${now}, ${credit.completed_at}, ${credit.end_reached_at}, ${credit.is_suspicious ? 1 : 0})
    on conflict (member_id, lesson_id) do update set agency_id = excluded.agency_id, course_id = excluded.course_id, duration_sec = excluded.duration_sec,
      seen_bitmap = excluded.seen_bitmap, seen_sec = excluded.seen_sec, study_sec = r.study_sec + excluded.study_sec, percent = excluded.percent, last_at = excluded.last_at,
      completed_at = coalesce(r.completed_at, excluded.completed_at), end_reached_at = coalesce(r.end_reached_at, excluded.end_reached_at),
      suspicious = r.suspicious + excluded.suspicious`.execute(trx);
}

function present(
  state: State,
  credit: Pick<ReadingCredit, 'credited_sec' | 'seen_sec' | 'completed_at' | 'end_reached_at'>,
  { repeated, claimed_sec }: Pick<ReadingReport, 'repeated' | 'claimed_sec'>,
): ReadingReport {
  const isFinished = credit.completed_at !== null;
  return {
    repeated,
    claimed_sec,
    credited_sec: credit.credited_sec,
    seen_sec: credit.seen_sec,
    percent: readingPercent({ seen_sec: credit.seen_sec, duration: state.duration_sec, is_finished: isFinished }),
    completed_at: credit.completed_at?.toISOString() ?? null,
    missing_sec: isFinished ? 0 : Math.max(0, state.duration_sec - credit.seen_sec),
    is_end_reached: credit.end_reached_at !== null,
  };
}

/** Credits what was read since the last report, by the server's clock; a repeated report changes nothing. */
export async function recordReadingProgress(call: Call): Promise<ReadingReport> {
  assertMayStudy(call.actor);
  const { body, ctx } = call;
  return inTransaction(ctx.db, async (trx) => {
    const state = await lockState(trx, hashToken(body.ticket));
    checkTicket(call, state);
    if (body.seq <= state.last_seq) {
      const claimedSec = body.seq === state.last_seq ? state.last_claimed_sec : null;
      return present(
        state,
        { ...state, credited_sec: 0 },
        { repeated: true, claimed_sec: claimedSec ?? body.read_sec },
      );
    }
    const now = momentOf(state, { now: ctx.clock(), is_late: body.late === true });
    const credit = creditReport(call, state, now);
    await store(trx, { state, credit, body, now });
    return present(state, credit, { repeated: false, claimed_sec: body.read_sec });
  });
}
