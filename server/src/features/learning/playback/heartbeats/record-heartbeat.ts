import type { HeartbeatAnswer } from '@kaike/shared/contracts/learning/watching';
import { missingSeconds, shownPercent } from '@kaike/shared/domain/catalog/courses/course-access';
import { playedTypes } from '@kaike/shared/domain/catalog/courses/course-status';
import { watchedRanges } from '@kaike/shared/domain/learning/watched-bitmap';
import { claimedSeconds, creditHeartbeat, isComplete, type Credit } from '@kaike/shared/domain/learning/watching';
import { AppError, assert } from '../../../../core/app-error.ts';
import type { MemberCall } from '../../../../core/call.ts';
import { hashToken } from '../../../../core/secrets.ts';
import { cachePlaybackSession, loadPlaybackSession, type PlaybackSession } from './playback-session.ts';
import { enqueueHeartbeat } from './heartbeat-queue.ts';
import { momentOf } from './late-moment.ts';
import { assertMayStudy } from '../play-access.ts';
import { cutIntervals, parseIntervals, type HeartbeatBody } from './parse-intervals.ts';

type Call = MemberCall<HeartbeatBody>;
type CreditedBeat = { state: PlaybackSession; credit: Credit; is_cut: boolean };

/** Attempts when beats of one ticket collide, before the client is asked to retry. */
const maximumRounds = 4;

/**
 * Refuses a beat that its ticket does not cover; the error code tells the player what to do. What was recorded before may come
 * late, also from another session of the same member: a device that was offline, or whose login ended, brings it later.
 */
function checkTicket(call: Call, state: PlaybackSession | null): asserts state is PlaybackSession {
  assert(state && state.member_id === call.actor.member.id, 'play.ticket_invalid');
  // Reading lessons are credited by their own rule.
  assert(playedTypes.includes(state.lesson_type), 'play.ticket_invalid');
  assert(state.is_allowed, 'play.ticket_ended');
  if (call.body.late === true) return;
  assert(state.taken_over_at === null, 'play.taken_over');
  assert(state.session_id === call.actor.session_id, 'play.ticket_ended');
}

/** Rounded to the decimals of the column, so that the cached value equals the stored one. */
const roundDown = (seconds: number): number => Math.floor(seconds * 1000) / 1000;

function positionOf(
  { body }: Call,
  { duration_sec: duration, preview_sec, last_position: before }: PlaybackSession,
): number {
  const { position } = body;
  return typeof position === 'number' ? Math.floor(Math.min(Math.max(0, position), preview_sec ?? duration)) : before;
}

function nextState(
  state: PlaybackSession,
  credit: Credit,
  progress: { seq: number; claimed_sec: number; at: Date; position: number; is_finishing: boolean },
): PlaybackSession {
  return {
    ...state,
    last_seq: progress.seq,
    last_claimed_sec: progress.claimed_sec,
    last_beat_at: progress.at,
    seen_bitmap: credit.bitmap,
    seen_sec: credit.seen_sec,
    slack_sec: credit.slack_sec,
    last_position: progress.position,
    completed_at: progress.is_finishing ? progress.at : state.completed_at,
  };
}

/** Credits the beat and stores it; null when another beat of the ticket came first. */
async function tryOnce(call: Call, state: PlaybackSession, hash: Buffer): Promise<CreditedBeat | null> {
  const at = momentOf(state, { now: call.ctx.clock(), is_late: call.body.late === true });
  const intervals = parseIntervals(call.body.intervals);
  const clipped = cutIntervals(intervals, state.preview_sec);
  const earned = creditHeartbeat({
    seq: call.body.seq,
    last_seq: state.last_seq,
    intervals: clipped.intervals,
    now: at,
    last_beat_at: state.last_beat_at,
    max_speed: state.max_speed,
    duration: state.duration_sec,
    bitmap: state.seen_bitmap,
    slack_sec: state.slack_sec,
  });
  const credit = { ...earned, slack_sec: roundDown(earned.slack_sec) };
  const isCut = clipped.is_cut || credit.suspicious.length > 0;
  if (credit.repeated) return { state, credit, is_cut: false };
  const isFinishing =
    state.completed_at === null && isComplete(credit.seen_sec, state.duration_sec, state.complete_percent);
  const claimed = { seq: call.body.seq, claimed_sec: claimedSeconds(intervals) };
  const progress = { ...claimed, at, position: positionOf(call, state), is_finishing: isFinishing };
  const percent = shownPercent({ ...credit, completed_at: isFinishing ? at : state.completed_at });
  const isStored = await enqueueHeartbeat(call.ctx.db, {
    ...credit,
    ...progress,
    percent,
    state,
    is_suspicious: isCut,
  });
  if (!isStored) return null;
  const after = nextState(state, credit, progress);
  cachePlaybackSession(call.ctx, hash, after);
  return { state: after, credit, is_cut: isCut };
}

function present({ state, credit, is_cut }: CreditedBeat): HeartbeatAnswer {
  return {
    repeated: credit.repeated,
    last_seq: state.last_seq,
    claimed_sec: state.last_claimed_sec ?? 0,
    credited_sec: credit.credited_sec,
    is_cut,
    seen: watchedRanges(credit.bitmap, state.duration_sec).map((stretch) => [...stretch]),
    seen_sec: credit.seen_sec,
    percent: shownPercent({ ...credit, completed_at: state.completed_at }),
    completed_at: state.completed_at?.toISOString() ?? null,
    missing_sec: missingSeconds({ ...state, seen_sec: credit.seen_sec, is_finished: state.completed_at !== null }),
  };
}

/** Credits what was watched since the last beat, by the server's clock. */
export async function recordHeartbeat(call: Call): Promise<HeartbeatAnswer> {
  assertMayStudy(call.actor);
  const hash = hashToken(call.body.ticket);
  for (let round = 0; round < maximumRounds; round += 1) {
    const state = await loadPlaybackSession(call.ctx, hash, { again: round > 0 });
    checkTicket(call, state);
    const credited = await tryOnce(call, state, hash);
    if (credited) return present(credited);
  }
  throw new AppError('request.too_many', { retry_after: 1 });
}
