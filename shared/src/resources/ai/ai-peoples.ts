import {
  aiLanguageChoices,
  aiPeopleStatus,
  aiPeopleStatusChoices,
  correctionChoices,
} from '../../domain/ai/ai-chat.ts';
import { templateStatus, templateType } from '../../domain/ai/ai-template.ts';
import { cefrLevels, genderChoices, gender } from '../../domain/people/people.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

const cefrChoices = cefrLevels.map((value) => ({ value, key: value.toLowerCase() }));

/** AI teachers: appearance, voice, character and teaching style. */
export const aiPeoples = defineResource({
  name: 'ai-peoples',
  table: 'ai_peoples',
  area: 'admin',
  menu: { root: 'ai', icon: 'users', sort: 10 },
  only: ['list', 'show', 'create', 'update', 'delete', 'export'],
  title: 'name',
  scope: 'school_only',
  fields: {
    id: field.id(),
    name: field.text({ rules: 'required|max:50' }),
    avatar: field.image({ nullable: true }),
    gender: field.choice(genderChoices, { initial: gender.unknown }),
    country: field.text({ rules: 'max:50', initial: '' }),
    language: field.choice(aiLanguageChoices, { rules: 'required', initial: 'en' }),
    accent: field.text({ rules: 'max:50', initial: '' }),
    /** How a voice of the browser should sound; it is chosen by the language it begins with. */
    voice: field.text({ rules: 'max:100', initial: '' }),
    /** The voice at each speech vendor, by its name; see `speechVendors`. */
    voices: field.json({ initial: {} }),
    /** What the teacher says to whoever wants to hear the voice; empty: the greeting. */
    sample_text: field.long_text({ rules: 'max:300', initial: '' }),
    /** 1 is the voice's normal speed. */
    speech_rate: field.decimal({ decimals: 2, rules: 'between:0.5,2', initial: 1 }),
    persona: field.long_text({ rules: 'max:2000', initial: '' }),
    greeting: field.long_text({ rules: 'max:500', initial: '' }),
    teaching_style: field.long_text({ rules: 'max:1000', initial: '' }),
    cefr_min: field.choice(cefrChoices, { rules: 'required', initial: 'A1' }),
    cefr_max: field.choice(cefrChoices, { rules: 'required', initial: 'C2' }),
    correction: field.choice(correctionChoices, { rules: 'required', initial: 'after' }),
    template_id: field.relation({
      resource: 'ai-prompt-templates',
      nullable: true,
      where: { type: templateType.persona, status: templateStatus.published },
    }),
    /** Others are neither offered to minors nor shown to visitors. */
    for_minors: field.boolean({ initial: true }),
    sort: field.integer({ rules: 'between:0,9999', initial: 0 }),
    status: field.choice(aiPeopleStatusChoices, { read_only: true, initial: aiPeopleStatus.on }),
    remark: field.text({ rules: 'max:200', initial: '' }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: [
      'avatar',
      'name',
      'language',
      'accent',
      'cefr_min',
      'cefr_max',
      'correction',
      'for_minors',
      'template_id',
      'sort',
      'status',
      'remark',
      'updated_at',
    ],
    filters: ['status', 'language', 'correction', 'template_id'],
    search: ['name'],
    sort: ['id', 'sort', 'updated_at'],
    quick_edit: ['name', 'sort', 'status', 'remark'],
    default_sort: 'sort',
  },
  form: [
    { group: 'basic', fields: ['name', 'avatar', 'gender', 'country', 'language', 'sort', 'remark'] },
    { group: 'voice', fields: ['accent', 'speech_rate', 'sample_text', 'voice'] },
    {
      group: 'teaching',
      fields: [
        'persona',
        'greeting',
        'teaching_style',
        'cefr_min',
        'cefr_max',
        'correction',
        'for_minors',
        'template_id',
      ],
    },
  ],
  transfer: {
    export: [
      'id',
      'name',
      'gender',
      'country',
      'language',
      'accent',
      'voice',
      'voices',
      'sample_text',
      'speech_rate',
      'persona',
      'greeting',
      'teaching_style',
      'cefr_min',
      'cefr_max',
      'correction',
      'for_minors',
      'template_id',
      'sort',
      'status',
      'remark',
      'updated_at',
    ],
  },
  has_status_action: true,
  has_remark_action: true,
});
