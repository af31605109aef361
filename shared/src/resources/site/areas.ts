import { areaLevelChoices } from '../../domain/agencies/area-level.ts';
import { switchStatus, switchStatusChoices } from '../../domain/catalog/courses/course-status.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

/** Provinces, cities and counties by national code. Created by the seed; people can only add remarks and switch them off. */
export const areas = defineResource({
  name: 'areas',
  table: 'areas',
  area: 'admin',
  menu: { root: 'system', icon: 'map-pin', sort: 75 },
  only: ['list', 'show', 'export'],
  title: 'name',
  tree: true,
  fields: {
    id: field.id(),
    /** GB/T 2260. */
    code: field.text({ read_only: true }),
    name: field.text({ read_only: true }),
    pinyin: field.text({ read_only: true }),
    parent_id: field.relation({ resource: 'areas', nullable: true, read_only: true }),
    level: field.choice(areaLevelChoices, { read_only: true }),
    lft: field.integer({ read_only: true }),
    rgt: field.integer({ read_only: true }),
    status: field.choice(switchStatusChoices, { read_only: true, initial: switchStatus.on }),
    remark: field.text({ read_only: true }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: ['name', 'code', 'parent_id', 'level', 'status', 'remark'],
    filters: ['parent_id', 'level', 'status'],
    search: ['name', 'pinyin', 'code'],
    sort: ['id', 'code'],
    quick_edit: ['status', 'remark'],
    copy: ['code'],
    layouts: ['tree', 'table'],
    default_sort: 'code',
  },
  transfer: { export: ['id', 'code', 'name', 'pinyin', 'parent_id', 'level', 'lft', 'rgt', 'status', 'remark'] },
  has_status_action: true,
  has_remark_action: true,
});
