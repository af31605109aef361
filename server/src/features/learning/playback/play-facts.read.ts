import { sql } from 'kysely';
import { courseStatus, switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import type { Db } from '../../../db/pool.ts';
import { hasContent, isPlayed } from '../../catalog/courses/public.ts';
import type { Renditions } from '../../catalog/media/public.ts';

/** A lesson with everything that decides whether and how one member may watch it. */
export type PlayFacts = {
  lesson_id: number;
  type: number;
  title: string;
  chapter_title: string;
  duration_sec: number;
  preview_sec: number;
  /** The whole lesson is a free preview. */
  is_free_lesson: boolean;
  course_id: number;
  course_title: string;
  cover_style: string;
  course_status: number;
  is_free: boolean;
  max_speed: number;
  forbid_skip: boolean;
  presence_min: number;
  audio_download: boolean;
  complete_percent: number;
  renditions: Renditions | null;
  cover: string | null;
  entitlement_id: number | null;
  entitlement_end_at: Date | null;
  seen_bitmap: Buffer | null;
  seen_sec: number;
  percent: number;
  last_position: number;
  completed_at: Date | null;
  /** For reading lessons. */
  end_reached_at: Date | null;
  person_name: string;
  mobile_phone: string | null;
};

export type LessonQuery = { lesson_id: number; member_id: number; now: Date };

/** The facts of an available lesson; undefined when there is none. `renditions` is null while its video or sound is not ready. */
export async function findPlayFacts(
  db: Db,
  { lesson_id, member_id, now }: LessonQuery,
): Promise<PlayFacts | undefined> {
  const { rows } = await sql<PlayFacts>`
    select l.id as lesson_id, l.type, l.title, h.title as chapter_title, l.duration_sec, l.preview_sec, l.is_free as is_free_lesson, c.id as course_id, c.title as course_title, c.cover_style,
      c.status as course_status, c.is_free, c.max_speed, c.forbid_skip, c.presence_min, c.audio_download, c.complete_percent, v.renditions, coalesce(v.cover, c.cover) as cover,
      e.id as entitlement_id, e.end_at as entitlement_end_at,
      r.seen_bitmap, coalesce(r.seen_sec, 0) as seen_sec, coalesce(r.percent, 0) as percent, coalesce(r.last_position, 0) as last_position, r.completed_at, r.end_reached_at,
      coalesce(nullif(m.real_name, ''), nullif(u.name, ''), nullif(u.username, ''), m.member_no) as person_name, u.mobile_phone
    from lessons l
      join chapters h on h.id = l.chapter_id and h.deleted_at is null
      join courses c on c.id = l.course_id and c.deleted_at is null and c.status <> ${courseStatus.draft}
      join members m on m.id = ${member_id} join users u on u.id = m.user_id
      left join media v on v.id = l.media_id and v.deleted_at is null and v.status = ${mediaStatus.ready} and ${isPlayed}
      left join learning_records r on r.lesson_id = l.id and r.member_id = m.id
      left join lateral (select x.id, x.end_at from entitlements x where x.member_id = m.id and x.kind = 'course' and x.course_id = c.id and x.revoked_at is null
        and x.start_at <= ${now} and (x.end_at is null or x.end_at > ${now}) order by x.end_at desc nulls first, x.id limit 1) e on true
    where l.id = ${lesson_id} and l.deleted_at is null and l.status = ${switchStatus.on}`.execute(db);
  return rows[0];
}

/** A lesson of a course that has content, and whether the member has finished it. */
export type PlaceRow = {
  id: number;
  type: number;
  title: string;
  /** Somebody without access may study it, or its beginning. */
  has_free_part: boolean;
  is_finished: boolean;
};

/** The lessons with content of the course that a lesson belongs to, in course order, with the member's progress. */
export async function findPlaces(db: Db, { lesson_id, member_id }: Omit<LessonQuery, 'now'>): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select l.id, l.type, l.title, l.is_free or l.preview_sec > 0 as has_free_part, r.completed_at is not null as is_finished
    from lessons l join chapters h on h.id = l.chapter_id and h.deleted_at is null
      left join media m on m.id = l.media_id and m.deleted_at is null and m.status = ${mediaStatus.ready}
      left join learning_records r on r.lesson_id = l.id and r.member_id = ${member_id}
    where l.course_id = (select course_id from lessons where id = ${lesson_id}) and l.deleted_at is null and l.status = ${switchStatus.on} and ${hasContent}
    order by h.sort, h.id, l.sort, l.id`.execute(db);
  return rows;
}

export type LiveTicket = { session_id: number | null; last_beat_at: Date; device_name: string; lesson_title: string };

/** The member's live ticket, on any device. */
export async function findLiveTicket(db: Db, { member_id, now }: LessonQuery): Promise<LiveTicket | undefined> {
  const { rows } =
    await sql<LiveTicket>`select t.session_id, t.last_beat_at, coalesce(s.device_name, '') as device_name, l.title as lesson_title
    from play_tickets t join lessons l on l.id = t.lesson_id left join user_sessions s on s.id = t.session_id
    where t.member_id = ${member_id} and t.taken_over_at is null and t.expires_at > ${now} and s.revoked_at is null`.execute(
      db,
    );
  return rows[0];
}
