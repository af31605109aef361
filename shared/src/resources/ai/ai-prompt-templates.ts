import { labState, labStateChoices } from '../../domain/ai/lab/lab-state.ts';
import {
  promptLocaleChoices,
  templateActions,
  templateStatus,
  templateStatusChoices,
  templateType,
  templateTypeChoices,
} from '../../domain/ai/ai-template.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

/** Versioned prompts of the AI teacher. A published version is immutable; changing it creates the next version as a draft. */
export const aiPromptTemplates = defineResource({
  name: 'ai-prompt-templates',
  table: 'ai_prompt_templates',
  area: 'admin',
  menu: { root: 'ai', icon: 'file-text', sort: 20 },
  only: ['list', 'show', 'create', 'update', 'delete', 'export'],
  title: 'name',
  scope: 'school_only',
  fields: {
    id: field.id(),
    key: field.text({ rules: 'required|alpha_dash|max:60', read_only: 'update' }),
    name: field.text({ rules: 'required|max:100' }),
    type: field.choice(templateTypeChoices, { rules: 'required', read_only: 'update', initial: templateType.persona }),
    locale: field.choice(promptLocaleChoices, { rules: 'required', read_only: 'update', initial: 'en' }),
    body: field.long_text({ rules: 'required|max:20000' }),
    /** Extracted from the body. */
    variables: field.tags({ read_only: true }),
    options: field.json({ initial: {} }),
    scene: field.json({ nullable: true, shown_when: { field: 'type', in: [templateType.scene] } }),
    /** Visitors may try it for a minute without an account; its script is needed for that. */
    for_trial: field.boolean({ initial: false, shown_when: { field: 'type', in: [templateType.scene] } }),
    template_version: field.integer({ read_only: true }),
    status: field.choice(templateStatusChoices, { read_only: true, initial: templateStatus.draft }),
    lab_state: field.choice(labStateChoices, { read_only: true, initial: labState.untested }),
    published_at: field.date_time({ nullable: true, read_only: true }),
    remark: field.text({ rules: 'max:200', initial: '' }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: [
      'name',
      'key',
      'type',
      'locale',
      'template_version',
      'status',
      'lab_state',
      'for_trial',
      'published_at',
      'remark',
      'updated_at',
    ],
    filters: ['type', 'locale', 'status'],
    search: ['name', 'key'],
    sort: ['id', 'updated_at'],
    quick_edit: ['for_trial', 'remark'],
    copy: ['key'],
    omit_from_list: ['body', 'options', 'scene'],
    default_sort: '-id',
  },
  status: { field: 'status', primary_when: { published: templateActions.publish.from } },
  form: [
    { group: 'basic', fields: ['name', 'key', 'type', 'locale', 'for_trial', 'remark'] },
    { group: 'prompt', fields: ['body', 'options', 'scene'] },
  ],
  transfer: {
    export: [
      'id',
      'key',
      'name',
      'type',
      'locale',
      'template_version',
      'status',
      'for_trial',
      'body',
      'variables',
      'published_at',
      'remark',
      'updated_at',
    ],
  },
  has_remark_action: true,
  actions: {
    'change-status': {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      when: [{ field: 'status', in: templateActions.archive.from }],
      from: {
        [templateStatus.published]: templateActions.publish.from,
        [templateStatus.archived]: templateActions.archive.from,
      },
      fields: {
        status: field.choice(
          templateStatusChoices.filter(({ value }) => value !== templateStatus.draft),
          { rules: 'required' },
        ),
      },
    },
    /** Plays the cases of the scene. */
    'lab-run': {
      method: 'POST',
      by_token: true,
      on: 'rows',
      single_row: true,
      when: [{ field: 'type', in: [templateType.scene] }],
      fields: {
        /** Who plays the scene; the first teacher unless one is chosen. */
        people_id: field.relation({ resource: 'ai-peoples', nullable: true }),
        /** Tries to talk the teacher out of its role, too: each attack is a call of the chat service. */
        has_attacks: field.boolean({ initial: false }),
      },
    },
    /** Creates the next version as a draft, with the text of this one. */
    'new-version': {
      method: 'POST',
      by_token: true,
      on: 'rows',
      single_row: true,
      when: [{ field: 'status', in: [templateStatus.published, templateStatus.archived] }],
    },
  },
});
