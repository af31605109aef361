import { switchStatus, switchStatusChoices } from '../../domain/catalog/courses/course-status.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';
import { defaultLocale, locales } from '../../locales/languages.ts';

/** Language printed on a card. */
export const themeLocales = locales.map((value) => ({ value, key: value.toLowerCase().replace('-', '_') }));

/** Designs of printed and on-screen cards. */
export const cardThemes = defineResource({
  name: 'card-themes',
  table: 'card_themes',
  area: 'admin',
  menu: { root: 'trade', icon: 'palette', sort: 40 },
  only: ['list', 'show', 'create', 'update', 'delete', 'export'],
  title: 'name',
  fields: {
    id: field.id(),
    name: field.text({ rules: 'required|max:50' }),
    cover_front: field.image({ nullable: true }),
    cover_back: field.image({ nullable: true }),
    /** The layout (`domain/card-layout`); null means the built-in one. Edited on its own page. */
    positions: field.json({ nullable: true, initial: null }),
    locale: field.choice(themeLocales, { rules: 'required', initial: defaultLocale }),
    is_default: field.boolean({ read_only: true, initial: false }),
    status: field.choice(switchStatusChoices, { read_only: true, initial: switchStatus.on }),
    sort: field.integer({ rules: 'between:0,9999', initial: 0 }),
    batch_count: field.integer({ computed: true, read_only: true }),
    remark: field.text({ rules: 'max:200', initial: '' }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: ['cover_front', 'name', 'locale', 'is_default', 'batch_count', 'status', 'sort', 'updated_at'],
    filters: ['status', 'locale'],
    search: ['name'],
    sort: ['id', 'sort', 'updated_at'],
    quick_edit: ['name', 'sort', 'status', 'remark'],
    default_sort: 'sort',
  },
  form: [{ group: 'basic', fields: ['name', 'cover_front', 'cover_back', 'locale', 'sort', 'remark'] }],
  transfer: { export: ['id', 'name', 'locale', 'is_default', 'batch_count', 'status', 'sort', 'remark', 'updated_at'] },
  has_remark_action: true,
  status: { field: 'status', primary_when: { on: [switchStatus.off] } },
  actions: {
    'change-status': {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      fields: { status: field.choice(switchStatusChoices, { rules: 'required' }) },
    },
    'change-default': {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      single_row: true,
      when: [
        { field: 'is_default', in: [false] },
        { field: 'status', in: [switchStatus.on] },
      ],
    },
  },
});
