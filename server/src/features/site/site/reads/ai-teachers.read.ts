import { sql } from 'kysely';
import type { Site, SiteAiPerson, SiteAiScene } from '@kaike/shared/contracts/site/site';
import { scriptLevels } from '@kaike/shared/domain/ai/scene-script';
import { switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import type { Locale } from '@kaike/shared/locales/languages';
import type { Context } from '../../../../core/context.ts';
import { shippedText } from '../../../../core/wording.ts';
import { hasOpenTeacher, isPlayable, isTrial } from '../../../ai/scenes/public.ts';

const maxTeachers = 200;

/** Enabled AI teachers in the school's order; a visitor may be a minor. */
export async function loadAiPeoples({ db, adapters }: Context, locale: Locale): Promise<SiteAiPerson[]> {
  const voiceBy = (await adapters.speech.voices()).length === 0 ? 'browser' : 'vendor';
  const { rows } = await sql<
    Omit<SiteAiPerson, 'voice_by'>
  >`select id, name, avatar, gender, country, accent, language, greeting, cefr_min, cefr_max, speech_rate,
      coalesce(nullif(sample_text, ''), greeting) as sample
    from ai_peoples where deleted_at is null and for_minors and status = ${switchStatus.on} order by sort, id limit ${maxTeachers}`.execute(
    db,
  );
  return rows.map((row) => ({
    ...row,
    country: shippedText(row.country, locale),
    accent: shippedText(row.accent, locale),
    voice_by: voiceBy,
  }));
}

/** What a visitor may know of a scene: no script and no check, which hold the answers. */
const publicScene = sql`scene - 'script' - 'goals' || coalesce((select jsonb_build_object('goals', jsonb_agg(case jsonb_typeof(g) when 'object' then g - 'check' else g end order by n))
    from jsonb_array_elements(scene -> 'goals') with ordinality as x (g, n) having count(*) > 0), '{}')`;

/** A scene is tried with a teacher, on as many occasions a day as the school allows. */
const isOffered = (perDay: number) => sql<boolean>`(${perDay > 0}::boolean and ${isTrial} and ${hasOpenTeacher})`;

/** Scenes that members can play now, without their prompts and scripts; those that can be tried first. */
export async function loadAiScenes({ db, settings, adapters }: Context): Promise<SiteAiScene[]> {
  const hasVendor = (await adapters.chat.vendor()) !== null;
  const perDay = await settings.get('ai_trials_a_day');
  const { rows } = await sql<SiteAiScene>`select id, key, name, locale, ${publicScene} as scene,
      coalesce(scene ->> 'picture', 'talk') as picture, coalesce((scene ->> 'minutes')::int, 0) as minutes,
      case when scene ? 'script' then ${[...scriptLevels]}::text[] else '{}' end as levels, ${isOffered(perDay)} as is_trial
    from ai_prompt_templates t
    where ${isPlayable(hasVendor)}
    order by is_trial desc, (scene ? 'script') desc, id limit ${maxTeachers}`.execute(db);
  return rows;
}

/** What the public home says of the AI teacher; null in a school without one. */
export async function findAiOffer({ db, settings }: Context): Promise<Site['ai_teacher']> {
  const perDay = await settings.get('ai_trials_a_day');
  const { rows } = await sql<{ has_teacher: boolean; trial_id: number | null }>`select ${hasOpenTeacher} as has_teacher,
    (select min(t.id) from ai_prompt_templates t where ${isOffered(perDay)}) as trial_id`.execute(db);
  return rows[0]?.has_teacher ? { trial_id: rows[0].trial_id } : null;
}
