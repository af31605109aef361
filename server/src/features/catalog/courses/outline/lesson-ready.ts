import { sql, type RawBuilder } from 'kysely';
import { lessonType, playedTypes, switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { canPlay } from '../../../ai/scenes/public.ts';

/** Whether a lesson `l` is played, that is, a video or audio lesson. */
export const isPlayed: RawBuilder<boolean> = sql<boolean>`l.type in (${sql.join(playedTypes.map((type) => sql.lit(type)))})`;

const isScene = sql<boolean>`l.type = ${sql.lit(lessonType.ai_scene)}`;
const isPlayableScene = sql<boolean>`(${isScene} and ${canPlay(sql`l.template_id`)})`;

/**
 * Whether a lesson `l` has content: a ready video or sound `m`, a document, a text, or a scene that can be played. Reading lessons
 * have a length only when they have content.
 */
export const hasContent: RawBuilder<boolean> = sql<boolean>`(${isPlayed} and m.id is not null
  or l.type in (${sql.lit(lessonType.document)}, ${sql.lit(lessonType.article)}) and l.duration_sec > 0 or ${isPlayableScene})`;

/** Whether members see a lesson `l`, and their course asks for it. A scene that nobody can play is not asked for: it could not be finished. */
export const isOffered: RawBuilder<boolean> = sql<boolean>`(l.status = ${sql.lit(switchStatus.on)} and (not ${isScene} or ${isPlayableScene}))`;

/** Whether a member had finished all that a course `c` offers before a moment. */
export const finishedBefore = (
  memberId: RawBuilder<number>,
  end: Date,
): RawBuilder<boolean> => sql<boolean>`not exists (
  select 1 from lessons l join chapters h on h.id = l.chapter_id and h.deleted_at is null
    left join learning_records r on r.lesson_id = l.id and r.member_id = ${memberId}
  where l.course_id = c.id and l.deleted_at is null and ${isOffered} and (r.completed_at is null or r.completed_at >= ${end}))`;
