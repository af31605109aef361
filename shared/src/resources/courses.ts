import { courseActions, courseStatus, courseStatusChoices, defaultCompletePercent, defaultMaxSpeed } from '../domain/course-status.ts';
import { field } from '../kit/field.ts';
import { defineResource } from '../kit/resource.ts';

/** Fen. */
const price = { rules: 'min_value:0|max_value:100000000', initial: 0, shown_when: { field: 'is_free', in: [false] } } as const;

export const courses = defineResource({
  name: 'courses',
  table: 'courses',
  area: 'admin',
  menu: { root: 'learning', icon: 'book-open', sort: 10 },
  only: ['list', 'show', 'create', 'update', 'delete', 'export', 'import'],
  title: 'title',
  fields: {
    id: field.id(),
    /** Made by the server when left empty. */
    sn: field.text({ rules: 'alpha_dash|max:40', read_only: 'update', initial: '' }),
    title: field.text({ rules: 'required|max:100' }),
    subtitle: field.text({ rules: 'max:200', initial: '' }),
    subject_id: field.relation({ resource: 'subjects', nullable: true }),
    teacher_ids: field.relations({ resource: 'teachers', rules: 'array_length:0,20', initial: [] }),
    /** Columns without items of their own show the courses that name them. */
    column_ids: field.relations({ resource: 'columns', rules: 'array_length:0,20', initial: [] }),
    cover: field.image({ nullable: true }),
    /** Visitors may watch it without a lesson. */
    trailer_id: field.relation({ resource: 'media', nullable: true }),
    intro: field.long_text({ rules: 'max:500', initial: '' }),
    detail: field.rich_text({ rules: 'max:100000', initial: '' }),
    level: field.text({ rules: 'max:30', initial: '' }),
    tags: field.tags({ initial: [] }),
    list_price: field.money(price),
    sale_price: field.money(price),
    is_free: field.boolean({ initial: false }),
    /** Share of a lesson that must be seen to finish it. */
    complete_percent: field.integer({ rules: 'between:1,100', initial: defaultCompletePercent }),
    max_speed: field.decimal({ decimals: 2, rules: 'between:1,3', initial: defaultMaxSpeed }),
    forbid_skip: field.boolean({ initial: false }),
    /** Kept by the outline. */
    lesson_count: field.integer({ read_only: true }),
    duration_sec: field.duration({ read_only: true }),
    sort: field.integer({ rules: 'between:0,9999', initial: 0 }),
    status: field.choice(courseStatusChoices, { read_only: true, initial: courseStatus.draft }),
    /** When it was published, or is to be; none after it was taken off. */
    publish_at: field.date_time({ nullable: true }),
    unpublish_at: field.date_time({ nullable: true }),
    remark: field.text({ rules: 'max:200', initial: '' }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: ['cover', 'title', 'sn', 'subject_id', 'teacher_ids', 'lesson_count', 'duration_sec', 'sale_price', 'status', 'updated_at'],
    filters: ['subject_id', 'teacher_ids', 'status', 'is_free', 'tags', 'created_at'],
    search: ['title', 'sn'],
    sort: ['id', 'sort', 'sale_price', 'lesson_count', 'duration_sec', 'created_at', 'updated_at'],
    quick_edit: ['title', 'status', 'sale_price', 'remark'],
    copy: ['sn'],
    default_sort: '-id',
  },
  form: [
    { group: 'basic', fields: ['title', 'subtitle', 'sn', 'subject_id', 'teacher_ids', 'column_ids', 'cover', 'trailer_id', 'level', 'tags'] },
    { group: 'sale', fields: ['is_free', 'list_price', 'sale_price'] },
    { group: 'learning', fields: ['complete_percent', 'max_speed', 'forbid_skip'] },
    { group: 'publishing', fields: ['publish_at', 'unpublish_at'] },
    { group: 'detail', fields: ['intro', 'detail', 'sort', 'remark'] },
  ],
  transfer: {
    export: [
      'id', 'sn', 'title', 'subtitle', 'subject_id', 'teacher_ids', 'level', 'tags', 'is_free', 'list_price', 'sale_price', 'complete_percent',
      'max_speed', 'forbid_skip', 'lesson_count', 'duration_sec', 'sort', 'status', 'publish_at', 'unpublish_at', 'remark', 'created_at', 'updated_at',
    ],
    import: [
      'sn', 'title', 'subtitle', 'subject_id', 'teacher_ids', 'level', 'tags', 'is_free', 'list_price', 'sale_price', 'complete_percent', 'max_speed',
      'forbid_skip', 'intro', 'sort', 'remark',
    ],
    key: 'sn',
  },
  actions: {
    'change-status': {
      method: 'PUT', on: 'rows', confirm: true, rehearsed: ['status'],
      from: { [courseStatus.published]: courseActions.publish.from, [courseStatus.off_shelf]: courseActions.take_off.from }, back: { [courseStatus.published]: courseStatus.off_shelf },
      // A course never becomes a draft again.
      fields: { status: field.choice(courseStatusChoices.filter(({ value }) => value !== courseStatus.draft), { rules: 'required' }) },
    },
    remark: { method: 'PUT', on: 'rows', fields: { remark: field.text({ rules: 'max:200' }) } },
  },
});
