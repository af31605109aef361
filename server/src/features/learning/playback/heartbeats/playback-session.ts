import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { courseStatus, type LessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { slackSeconds } from '@kaike/shared/domain/learning/watching';
import type { Context } from '../../../../core/context.ts';
import { statement } from '../../../../db/statement.ts';

/** A ticket and the member's record of its lesson, as needed by a beat. */
export type PlaybackSession = {
  ticket_id: number;
  member_id: number;
  lesson_id: number;
  lesson_type: LessonType;
  course_id: number;
  session_id: number | null;
  entitlement_id: number | null;
  /** When a newer ticket of the member ended this one. */
  taken_over_at: Date | null;
  /** The course is available, and the entitlement has not been revoked. */
  is_allowed: boolean;
  expires_at: Date;
  last_seq: number;
  /** Seconds that the last beat claimed; null before the first. */
  last_claimed_sec: number | null;
  last_beat_at: Date;
  duration_sec: number;
  max_speed: number;
  complete_percent: number;
  /** Seconds this ticket covers; null for the whole lesson. */
  preview_sec: number | null;
  seen_bitmap: Uint8Array;
  seen_sec: number;
  slack_sec: number;
  last_position: number;
  completed_at: Date | null;
};

/** Tickets of members watching now. A stale entry is harmless: every write requires the `last_seq` it was computed from. */
const cachedTickets = 20_000;
const caches = new WeakMap<Context, LRUCache<string, PlaybackSession>>();

function cacheOf(ctx: Context): LRUCache<string, PlaybackSession> {
  const cache = caches.get(ctx) ?? new LRUCache<string, PlaybackSession>({ max: cachedTickets, ttl: 120_000 });
  caches.set(ctx, cache);
  return cache;
}

const readStates = statement(
  ({ hash }: { hash: Buffer }) => sql<PlaybackSession>`
    select t.id as ticket_id, t.member_id, t.lesson_id, l.type as lesson_type, l.course_id, t.session_id, t.entitlement_id, t.taken_over_at,
      case when t.entitlement_id is not null then e.revoked_at is null
        else c.status = ${courseStatus.published} and (t.is_preview or c.is_free) end and c.deleted_at is null and l.deleted_at is null as is_allowed,
      t.expires_at, t.last_seq, t.last_claimed_sec, t.last_beat_at, l.duration_sec, c.max_speed, c.complete_percent,
      case when t.is_preview then l.preview_sec end as preview_sec,
      coalesce(r.seen_bitmap, '') as seen_bitmap, coalesce(r.seen_sec, 0) as seen_sec, coalesce(r.slack_sec, ${slackSeconds})::float8 as slack_sec,
      coalesce(r.last_position, 0) as last_position, r.completed_at
    from play_tickets t join lessons l on l.id = t.lesson_id join courses c on c.id = l.course_id
      left join entitlements e on e.id = t.entitlement_id
      left join learning_records r on r.member_id = t.member_id and r.lesson_id = t.lesson_id
    where t.ticket_hash = ${hash}`,
);

/** The state of a ticket: cached by this node since its last beat, or read from the database with `again`. Null without a ticket. */
export async function loadPlaybackSession(
  ctx: Context,
  hash: Buffer,
  options: { again: boolean },
): Promise<PlaybackSession | null> {
  const cached = options.again ? undefined : cacheOf(ctx).get(hash.toString('base64'));
  if (cached) return cached;
  const [state] = await readStates(ctx.db, { hash });
  return state ?? null;
}

/** Caches a state that was just written. */
export function cachePlaybackSession(ctx: Context, hash: Buffer, state: PlaybackSession): void {
  cacheOf(ctx).set(hash.toString('base64'), state);
}
