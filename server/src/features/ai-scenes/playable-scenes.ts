import { sql } from 'kysely';
import { templateStatus, templateType } from '@kaike/shared/domain/ai/ai-template';

/** Condition on `ai_prompt_templates t`: a published scene with a script. */
export const isPlayable = sql<boolean>`t.type = ${templateType.scene} and t.status = ${templateStatus.published} and t.deleted_at is null and t.scene ? 'script'`;

/** Whether there is a scene that can be played. */
export const hasScenes = sql<boolean>`exists (select 1 from ai_prompt_templates t where ${isPlayable})`;
