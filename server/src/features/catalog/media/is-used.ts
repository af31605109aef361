import { sql } from 'kysely';

/** Whether a lesson or a course uses the file; the row is `r`. */
export const isUsed = sql<boolean>`(exists (select 1 from lessons l where l.media_id = r.id and l.deleted_at is null)
  or exists (select 1 from courses c where c.trailer_id = r.id and c.deleted_at is null))`;
