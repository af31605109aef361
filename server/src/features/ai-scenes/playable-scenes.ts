import { sql } from 'kysely';
import { templateStatus, templateType } from '@kaike/shared/domain/ai/ai-template';

const isPublished = sql<boolean>`t.type = ${templateType.scene} and t.status = ${templateStatus.published} and t.deleted_at is null`;
/** Condition on `ai_prompt_templates t`: a published scene with a script. */
const isScripted = sql<boolean>`${isPublished} and t.scene ? 'script'`;
/** The same; a chat service also plays what has no script. */
export const isPlayable = (hasVendor: boolean) => (hasVendor ? isPublished : isScripted);

/** Whether there is something to talk about; with a chat service free talk and scenes without a script count, too. */
export const hasScenes = (hasVendor: boolean) =>
  sql<boolean>`exists (select 1 from ai_prompt_templates t where ${isPlayable(hasVendor)})`;
