import { sql, type RawBuilder } from 'kysely';
import { aiPeopleStatus } from '@kaike/shared/domain/ai/ai-chat';
import { templateStatus, templateType } from '@kaike/shared/domain/ai/ai-template';

const isPublished = sql<boolean>`t.type = ${sql.lit(templateType.scene)} and t.status = ${sql.lit(templateStatus.published)} and t.deleted_at is null`;
/** Condition on `ai_prompt_templates t`: a published scene with a script. */
export const isScripted = sql<boolean>`${isPublished} and t.scene ? 'script'`;
/** The same; a chat service also plays what has no script. */
export const isPlayable = (hasVendor: boolean) => (hasVendor ? isPublished : isScripted);

/** Condition on `ai_prompt_templates t`: a scene that the school lets visitors try. */
export const isTrial = sql<boolean>`${isScripted} and t.for_trial`;

/** Whether there is something to talk about; with a chat service free talk and scenes without a script count, too. */
export const hasScenes = (hasVendor: boolean) =>
  sql<boolean>`exists (select 1 from ai_prompt_templates t where ${isPlayable(hasVendor)})`;

/** Whether somebody is there to talk with. */
export const hasTeacher = sql<boolean>`exists (select 1 from ai_peoples p where p.status = ${sql.lit(aiPeopleStatus.on)} and p.deleted_at is null)`;

/** Whether somebody is there for visitors, whose age nobody knows. */
export const hasOpenTeacher = sql<boolean>`exists (select 1 from ai_peoples p where p.status = ${sql.lit(aiPeopleStatus.on)} and p.deleted_at is null and p.for_minors)`;

/** Whether the scene with this id can be played in every school, with or without a chat service. */
export const canPlay = (id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(exists (select 1 from ai_prompt_templates t where t.id = ${id} and ${isScripted}) and ${hasTeacher})`;
