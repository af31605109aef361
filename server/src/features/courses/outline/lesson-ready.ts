import { sql, type RawBuilder } from 'kysely';
import { lessonType, playedTypes } from '@kaike/shared/domain/courses/course-status';

/** Whether a lesson `l` is played, that is, a video or audio lesson. */
export const isPlayed: RawBuilder<boolean> = sql<boolean>`l.type in (${sql.join(playedTypes.map((type) => sql.lit(type)))})`;

/** Whether a lesson `l` has content: a ready video or sound `m`, a document, or a text. Reading lessons have a length only when they have content. */
export const hasContent: RawBuilder<boolean> = sql<boolean>`(${isPlayed} and m.id is not null
  or l.type in (${sql.lit(lessonType.document)}, ${sql.lit(lessonType.article)}) and l.duration_sec > 0)`;
