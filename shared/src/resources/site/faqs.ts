import { switchStatus, switchStatusChoices } from '../../domain/catalog/courses/course-status.ts';
import { faqTopicChoices } from '../../domain/site/faq-topic.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

/** Questions that people often ask, with the school's answers. */
export const faqs = defineResource({
  name: 'faqs',
  table: 'faqs',
  area: 'admin',
  menu: { root: 'site', icon: 'circle-help', sort: 25 },
  only: ['list', 'show', 'create', 'update', 'delete', 'export', 'import'],
  title: 'question',
  fields: {
    id: field.id(),
    question: field.text({ rules: 'required|max:100' }),
    answer: field.long_text({ rules: 'required|max:2000' }),
    topic: field.choice(faqTopicChoices, { rules: 'required', initial: 'learning' }),
    /** Shown on the page of this course alone; empty: on the help page. */
    course_id: field.relation({ resource: 'courses', nullable: true }),
    sort: field.integer({ rules: 'between:0,9999', initial: 0 }),
    status: field.choice(switchStatusChoices, { read_only: true, initial: switchStatus.on }),
    remark: field.text({ rules: 'max:200', initial: '' }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: ['question', 'answer', 'topic', 'course_id', 'sort', 'status', 'remark', 'updated_at'],
    filters: ['topic', 'course_id', 'status'],
    search: ['question'],
    sort: ['id', 'sort', 'updated_at'],
    quick_edit: ['question', 'topic', 'sort', 'status', 'remark'],
    default_sort: 'sort',
  },
  form: [{ group: 'basic', fields: ['question', 'answer', 'topic', 'course_id', 'sort', 'remark'] }],
  transfer: {
    export: ['id', 'question', 'answer', 'topic', 'course_id', 'sort', 'status', 'remark', 'updated_at'],
    import: ['question', 'answer', 'topic', 'course_id', 'sort', 'remark'],
    key: 'question',
  },
  has_status_action: true,
  has_remark_action: true,
});
