import { sql, type RawBuilder } from 'kysely';
import { lessonType } from '@kaike/shared/domain/course-status';

/** Whether a lesson `l` has something to learn: a video `m` that is ready, a document, or a text. Lessons to read have a length only with content. */
export const hasContent: RawBuilder<boolean> = sql<boolean>`(l.type = ${sql.lit(lessonType.video)} and m.id is not null
  or l.type in (${sql.lit(lessonType.document)}, ${sql.lit(lessonType.article)}) and l.duration_sec > 0)`;
