import { columnPositionChoices, columnStyleChoices, columnTypeChoices } from '../../domain/site/column-place.ts';
import { switchStatus, switchStatusChoices } from '../../domain/catalog/courses/course-status.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

/** Content shown in a position of a page: a list, a banner or links. */
export const columns = defineResource({
  name: 'columns',
  table: 'columns',
  area: 'admin',
  menu: { root: 'site', icon: 'list', sort: 10 },
  only: ['list', 'show', 'create', 'update', 'delete', 'export'],
  title: 'title',
  fields: {
    id: field.id(),
    title: field.text({ rules: 'required|max:50' }),
    /** Identifier used by pages and programs. */
    code: field.text({ rules: 'alpha_dash|max:40', initial: '' }),
    parent_id: field.relation({ resource: 'columns', nullable: true }),
    position: field.choice(columnPositionChoices, { rules: 'required', initial: 'home' }),
    type: field.choice(columnTypeChoices, { rules: 'required', initial: 'list' }),
    /** Edited in a separate panel; items are defined in `shared/src/domain/site/column-items.ts`. */
    items: field.json({ initial: [] }),
    style: field.choice(columnStyleChoices, { initial: 'auto' }),
    sort: field.integer({ rules: 'between:0,9999', initial: 0 }),
    status: field.choice(switchStatusChoices, { read_only: true, initial: switchStatus.on }),
    start_at: field.date_time({ nullable: true }),
    end_at: field.date_time({ nullable: true, day_bound: 'end' }),
    remark: field.text({ rules: 'max:200', initial: '' }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: [
      'title',
      'code',
      'parent_id',
      'position',
      'type',
      'sort',
      'status',
      'start_at',
      'end_at',
      'remark',
      'updated_at',
    ],
    filters: ['position', 'type', 'status', 'parent_id'],
    search: ['title', 'code'],
    sort: ['id', 'sort', 'updated_at'],
    quick_edit: ['title', 'sort', 'status', 'remark'],
    default_sort: 'sort',
  },
  form: [
    {
      group: 'basic',
      fields: ['title', 'code', 'parent_id', 'position', 'type', 'style', 'sort', 'start_at', 'end_at', 'remark'],
    },
  ],
  transfer: {
    export: [
      'id',
      'title',
      'code',
      'parent_id',
      'position',
      'type',
      'sort',
      'status',
      'start_at',
      'end_at',
      'remark',
      'updated_at',
    ],
  },
  has_status_action: true,
  has_remark_action: true,
});
