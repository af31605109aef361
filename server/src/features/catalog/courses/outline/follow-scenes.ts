import { sql } from 'kysely';
import type { Db } from '../../../../db/pool.ts';
import { recountCourses } from './change-outline.ts';

/** Lessons of any version of a scene play the version that was just published. */
export async function followScene(
  trx: Db,
  { id, key, locale }: { id: number; key: string; locale: string },
): Promise<void> {
  await sql`update lessons l set template_id = ${id}, duration_sec = 60 * coalesce((n.scene ->> 'minutes')::int, 0)
    from ai_prompt_templates n where n.id = ${id} and l.template_id in (
      select id from ai_prompt_templates where key = ${key} and locale = ${locale} and id <> ${id})`.execute(trx);
}

/** Counts the lessons of courses with AI scenes again, after what can be played has changed. */
export async function recountSceneCourses(trx: Db): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from courses
    where id in (select course_id from lessons where template_id is not null) order by id for update`.execute(trx);
  await recountCourses(
    trx,
    rows.map(({ id }) => id),
  );
}
