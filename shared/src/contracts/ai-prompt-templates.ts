import { contract } from '../kit/contract.ts';
import { field } from '../kit/field.ts';
import { s } from '../kit/schema.ts';

const choice = s.object({ value: s.integer(), label: s.string() });

/** Options for select boxes: published templates, optionally of one type or language, plus types, statuses and variables. */
export const getTemplateOptions = contract({
  method: 'GET',
  path: '/admin/ai-prompt-templates/options-list',
  query: { type: field.integer(), locale: field.text({ rules: 'max:20' }) },
  answer: s.object({
    templates: s.array(
      s.object({
        value: s.integer(),
        label: s.string(),
        key: s.string(),
        type: s.integer(),
        locale: s.string(),
        template_version: s.integer(),
      }),
    ),
    types: s.array(choice),
    statuses: s.array(choice),
    variables: s.array(s.string()),
  }),
});
