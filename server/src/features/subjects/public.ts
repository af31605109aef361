import { sql } from 'kysely';

/** The colour of a course's subject, or of the nearest subject above that has one; `c` is the course. */
export const coverColor = sql<string>`coalesce((select a.color from subjects s join subjects a on a.lft <= s.lft and a.rgt >= s.rgt
  where s.id = c.subject_id and s.deleted_at is null and a.deleted_at is null and a.color <> '' order by a.lft desc limit 1), '')`;
