import { cefrLevels } from '../../domain/people/people.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

const cefrChoices = cefrLevels.map((value) => ({ value, key: value.toLowerCase() }));

/** Cases that scenes of the AI teacher are tested with: what a learner says, and what the replies have to be. */
export const aiLabCases = defineResource({
  name: 'ai-lab-cases',
  table: 'ai_lab_cases',
  area: 'admin',
  menu: { root: 'ai', icon: 'shield-check', sort: 25 },
  only: ['list', 'show', 'create', 'update', 'delete', 'export'],
  title: 'name',
  scope: 'school_only',
  hard_delete: true,
  fields: {
    id: field.id(),
    /** The key of the scene's template: its versions share their cases. */
    key: field.text({ rules: 'required|alpha_dash|max:60' }),
    name: field.text({ rules: 'required|max:100' }),
    cefr: field.choice(cefrChoices, { rules: 'required', initial: 'A1' }),
    /** One turn a line. */
    answers: field.long_text({ rules: 'required|max:4000' }),
    max_words: field.integer({ rules: 'between:1,200', nullable: true }),
    ends_with_question: field.boolean({ initial: false }),
    is_english: field.boolean({ initial: true }),
    /** One text a line. */
    contains: field.long_text({ rules: 'max:2000', initial: '' }),
    avoids: field.long_text({ rules: 'max:2000', initial: '' }),
    refuses: field.boolean({ initial: false }),
    /** Goals of the scene that the answers reach at least. */
    goals: field.integer({ rules: 'between:1,10', nullable: true }),
    /** What a judge is to look for; empty: nobody judges, which costs a call. */
    rubric: field.long_text({ rules: 'max:1000', initial: '' }),
    remark: field.text({ rules: 'max:200', initial: '' }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: ['name', 'key', 'cefr', 'max_words', 'ends_with_question', 'is_english', 'goals', 'remark', 'updated_at'],
    filters: ['cefr', 'updated_at'],
    search: ['name', 'key'],
    sort: ['id', 'updated_at'],
    copy: ['key'],
    default_sort: '-id',
  },
  form: [
    { group: 'basic', fields: ['name', 'key', 'cefr', 'answers', 'remark'] },
    {
      group: 'checks',
      fields: ['max_words', 'goals', 'ends_with_question', 'is_english', 'refuses', 'contains', 'avoids', 'rubric'],
    },
  ],
  transfer: {
    export: [
      'id',
      'key',
      'name',
      'cefr',
      'answers',
      'max_words',
      'ends_with_question',
      'is_english',
      'contains',
      'avoids',
      'refuses',
      'goals',
      'rubric',
      'remark',
      'updated_at',
    ],
  },
});
