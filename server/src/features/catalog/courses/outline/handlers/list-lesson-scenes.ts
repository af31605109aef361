import { sql } from 'kysely';
import type * as courses from '@kaike/shared/contracts/catalog/courses';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../../../core/call.ts';
import { hasTeacher, isScripted } from '../../../../ai/scenes/public.ts';

type Answer = ResponseOf<typeof courses.listLessonScenes>;

/** Scenes that a lesson can play, and whether there is a teacher to play them with. */
export async function listLessonScenes({ ctx }: AdminCallOf<typeof courses.listLessonScenes>): Promise<Answer> {
  const { rows } = await sql<
    Answer['scenes'][number]
  >`select t.id, t.name, coalesce((t.scene ->> 'minutes')::int, 0) as minutes,
      coalesce((select jsonb_agg(coalesce(g ->> 'zh', g ->> 'text')) from jsonb_array_elements(t.scene -> 'goals') g), '[]') as goals
    from ai_prompt_templates t where ${isScripted} order by t.name, t.id limit 500`.execute(ctx.db);
  const teacher = await sql<{ has_teacher: boolean }>`select ${hasTeacher} as has_teacher`.execute(ctx.db);
  return { scenes: rows, has_teacher: teacher.rows[0]?.has_teacher === true };
}
