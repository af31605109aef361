import type * as aiPromptTemplates from '@kaike/shared/contracts/ai/ai-prompt-templates';
import {
  templateStatus,
  templateStatusChoices,
  templateTypeChoices,
  templateVariables,
} from '@kaike/shared/domain/ai/ai-template';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Choice } from '@kaike/shared/kit/field';
import type * as aiPromptTemplatesApi from '@kaike/shared/contracts/ai/ai-prompt-templates';
import type { AdminCallOf } from '../../../core/call.ts';

/** Options for the select boxes of AI pages. Only published templates can be chosen. */
export async function getTemplateOptions(
  call: AdminCallOf<typeof aiPromptTemplatesApi.getTemplateOptions>,
): Promise<ResponseOf<typeof aiPromptTemplates.getTemplateOptions>> {
  const { type, locale } = call.query;
  let query = call.ctx.db
    .selectFrom('ai_prompt_templates')
    .select(['id as value', 'name as label', 'key', 'type', 'locale', 'template_version'])
    .where('status', '=', templateStatus.published)
    .where('deleted_at', 'is', null);
  if (type) query = query.where('type', '=', type);
  if (locale) query = query.where('locale', '=', locale);
  const worded = (field: string, choices: readonly Choice<number>[]) =>
    choices.map(({ value, key }) => ({
      value,
      label: call.t(`resources.ai-prompt-templates.choices.${field}.${key}`),
    }));
  return {
    templates: await query.orderBy('type').orderBy('name').orderBy('id').limit(500).execute(),
    types: worded('type', templateTypeChoices),
    statuses: worded('status', templateStatusChoices),
    variables: Object.entries(templateVariables).map(([key, names]) => ({ type: Number(key), names: [...names] })),
  };
}
