import { switchStatus, switchStatusChoices } from '../../domain/catalog/courses/course-status.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

export const subjects = defineResource({
  name: 'subjects',
  table: 'subjects',
  area: 'admin',
  menu: { root: 'learning', icon: 'folder-tree', sort: 20 },
  only: ['list', 'show', 'create', 'update', 'delete', 'export', 'import'],
  title: 'name',
  tree: { loop: 'subject.loop' },
  fields: {
    id: field.id(),
    name: field.text({ rules: 'required|max:50' }),
    parent_id: field.relation({ resource: 'subjects', nullable: true }),
    cover: field.image({ nullable: true }),
    /** Its mark, in a square; empty: the first sign of the name. */
    sign: field.text({ rules: 'max:1', initial: '' }),
    /** The colour new courses start with, as the nearest of the twelve of covers; empty means that of the subject above. */
    color: field.color({ initial: '' }),
    intro: field.long_text({ rules: 'max:500', initial: '' }),
    sort: field.integer({ rules: 'between:0,9999', initial: 0 }),
    status: field.choice(switchStatusChoices, { read_only: true, initial: switchStatus.on }),
    /** Courses of the subject and of those below it. */
    course_count: field.integer({ computed: true, read_only: true }),
    remark: field.text({ rules: 'max:200', initial: '' }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: ['name', 'parent_id', 'color', 'course_count', 'sort', 'status', 'remark', 'updated_at'],
    filters: ['parent_id', 'status'],
    search: ['name'],
    sort: ['id', 'sort', 'updated_at'],
    quick_edit: ['name', 'sort', 'status', 'remark'],
    layouts: ['tree', 'table'],
    default_sort: 'sort',
  },
  form: [{ group: 'basic', fields: ['name', 'parent_id', 'sign', 'color', 'sort', 'cover', 'intro', 'remark'] }],
  form_keep: ['parent_id'],
  transfer: {
    export: [
      'id',
      'name',
      'parent_id',
      'sign',
      'color',
      'course_count',
      'sort',
      'status',
      'intro',
      'remark',
      'updated_at',
    ],
    import: ['name', 'parent_id', 'sign', 'color', 'sort', 'intro', 'remark'],
    key: 'name',
  },
  has_status_action: true,
  has_remark_action: true,
});
