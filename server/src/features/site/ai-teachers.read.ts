import { sql } from 'kysely';
import type { SiteAiPerson, SiteAiScene } from '@kaike/shared/contracts/site';
import { templateStatus, templateType } from '@kaike/shared/domain/ai/ai-template';
import { switchStatus } from '@kaike/shared/domain/courses/course-status';
import type { Db } from '../../db/pool.ts';

const most = 200;

/** Enabled AI teachers in the school's order. */
export async function readAiPeoples(db: Db): Promise<SiteAiPerson[]> {
  const { rows } =
    await sql<SiteAiPerson>`select id, name, avatar, gender, country, accent, language, greeting, teaching_style, cefr_min, cefr_max
    from ai_peoples where deleted_at is null and status = ${switchStatus.on} order by sort, id limit ${most}`.execute(
      db,
    );
  return rows;
}

/** What a visitor may know of a scene: no script and no check, which hold the answers. */
const publicScene = sql`scene - 'script' - 'goals' || coalesce((select jsonb_build_object('goals', jsonb_agg(case jsonb_typeof(g) when 'object' then g - 'check' else g end order by n))
    from jsonb_array_elements(scene -> 'goals') with ordinality as x (g, n) having count(*) > 0), '{}')`;

/** Published scenes, without their prompts and scripts. */
export async function readAiScenes(db: Db): Promise<SiteAiScene[]> {
  const { rows } = await sql<SiteAiScene>`select id, key, name, locale, ${publicScene} as scene from ai_prompt_templates
    where deleted_at is null and status = ${templateStatus.published} and type = ${templateType.scene} order by id limit ${most}`.execute(
    db,
  );
  return rows;
}
