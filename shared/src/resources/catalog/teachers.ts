import { switchStatus, switchStatusChoices } from '../../domain/catalog/courses/course-status.ts';
import { gender, genderChoices } from '../../domain/people/people.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

export const teachers = defineResource({
  name: 'teachers',
  table: 'teachers',
  area: 'admin',
  menu: { root: 'learning', icon: 'graduation-cap', sort: 30 },
  only: ['list', 'show', 'create', 'update', 'delete', 'export', 'import'],
  title: 'name',
  fields: {
    id: field.id(),
    name: field.text({ rules: 'required|max:50', is_person_name: true }),
    /** Initials and full pinyin of the row's title. */
    pinyin: field.text({ read_only: true, nullable: true }),
    english_name: field.text({ rules: 'max:50', initial: '', is_person_name: true }),
    avatar: field.image({ nullable: true }),
    /** Shown on the teacher's page, in this order. */
    pictures: field.images({ initial: [] }),
    gender: field.choice(genderChoices, { initial: gender.unknown }),
    title: field.text({ rules: 'max:50', initial: '' }),
    country: field.text({ rules: 'max:50', initial: '' }),
    motto: field.text({ rules: 'max:60', initial: '' }),
    intro: field.long_text({ rules: 'max:2000', initial: '' }),
    is_ai: field.boolean({ initial: false }),
    /** AI teacher who represents this teacher in chats. */
    ai_people_id: field.relation({ resource: 'ai-peoples', nullable: true }),
    sort: field.integer({ rules: 'between:0,9999', initial: 0 }),
    status: field.choice(switchStatusChoices, { read_only: true, initial: switchStatus.on }),
    remark: field.text({ rules: 'max:200', initial: '' }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: ['avatar', 'name', 'english_name', 'title', 'country', 'gender', 'is_ai', 'sort', 'status', 'updated_at'],
    filters: ['status', 'gender', 'is_ai'],
    search: ['name', 'english_name', 'pinyin'],
    sort: ['id', 'sort', 'updated_at'],
    quick_edit: ['title', 'sort', 'status', 'remark'],
    default_sort: '-id',
  },
  form: [
    { group: 'basic', fields: ['name', 'english_name', 'avatar', 'gender', 'title', 'country', 'intro', 'pictures'] },
    { group: 'display', fields: ['motto', 'is_ai', 'ai_people_id', 'sort', 'remark'] },
  ],
  transfer: {
    export: [
      'id',
      'name',
      'english_name',
      'gender',
      'title',
      'country',
      'is_ai',
      'ai_people_id',
      'sort',
      'status',
      'motto',
      'intro',
      'remark',
      'updated_at',
    ],
    import: ['name', 'english_name', 'gender', 'title', 'country', 'motto', 'intro', 'sort', 'remark'],
    key: 'name',
  },
  has_status_action: true,
  has_remark_action: true,
});
