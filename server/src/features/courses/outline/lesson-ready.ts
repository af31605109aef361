import { sql, type RawBuilder } from 'kysely';
import { lessonType, playedTypes, switchStatus } from '@kaike/shared/domain/courses/course-status';
import { canPlay } from '../../ai-scenes/public.ts';

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
