import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

/** Folders of the media library. Files are put into them by the action `move` of media; only an empty one is deleted. */
export const mediaFolders = defineResource({
  name: 'media-folders',
  table: 'media_folders',
  area: 'admin',
  menu: { root: 'learning', icon: 'folder-open', sort: 45 },
  only: ['list', 'show', 'create', 'update', 'delete'],
  title: 'name',
  tree: { loop: 'media_folder.loop' },
  fields: {
    id: field.id(),
    name: field.text({ rules: 'required|max:50' }),
    parent_id: field.relation({ resource: 'media-folders', nullable: true }),
    sort: field.integer({ rules: 'between:0,9999', initial: 0 }),
    /** Files in the folder and in those below it; null when they are too many to count. */
    file_count: field.integer({ computed: true, read_only: true, nullable: true }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: ['name', 'parent_id', 'file_count', 'sort', 'updated_at'],
    filters: ['parent_id'],
    search: ['name'],
    sort: ['id', 'sort', 'updated_at'],
    quick_edit: ['name', 'sort'],
    layouts: ['tree', 'table'],
    default_sort: 'sort',
  },
  form: [{ group: 'basic', fields: ['name', 'parent_id', 'sort'] }],
  form_keep: ['parent_id'],
});
