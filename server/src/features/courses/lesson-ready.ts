import { sql, type RawBuilder } from 'kysely';
import { lessonType, playedTypes } from '@kaike/shared/domain/course-status';

/** Whether a lesson `l` is played: it is a video or a sound. */
export const isPlayed: RawBuilder<boolean> = sql<boolean>`l.type in (${sql.join(playedTypes.map((type) => sql.lit(type)))})`;

/** Whether a lesson `l` has something to learn: a video or a sound `m` that is ready, a document, or a text. Lessons to read have a length only with content. */
export const hasContent: RawBuilder<boolean> = sql<boolean>`(${isPlayed} and m.id is not null
  or l.type in (${sql.lit(lessonType.document)}, ${sql.lit(lessonType.article)}) and l.duration_sec > 0)`;
