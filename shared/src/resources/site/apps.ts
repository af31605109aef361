import { appPlatformChoices, installerBytes, installerTypes } from '../../domain/site/app-version.ts';
import { switchStatus, switchStatusChoices } from '../../domain/catalog/courses/course-status.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

/** Versions for iOS come from the store alone. */
const withInstaller = {
  field: 'platform',
  in: appPlatformChoices.map(({ value }) => value).filter((value) => value !== 'ios'),
} as const;

export const apps = defineResource({
  name: 'apps',
  table: 'apps',
  area: 'admin',
  menu: { root: 'site', icon: 'download', sort: 40 },
  only: ['list', 'show', 'create', 'update', 'delete', 'export'],
  title: 'version_name',
  fields: {
    id: field.id(),
    platform: field.choice(appPlatformChoices, { rules: 'required', initial: 'android' }),
    version_name: field.text({ rules: 'required|max:30' }),
    min_version: field.text({ rules: 'max:30', initial: '' }),
    notes: field.long_text({ rules: 'max:2000', initial: '' }),
    file: field.file({ nullable: true, accept: installerTypes, max_bytes: installerBytes, shown_when: withInstaller }),
    url: field.url({ rules: 'max:500', initial: '' }),
    size: field.bytes({ nullable: true, read_only: true }),
    sha256: field.text({ rules: 'max:64', initial: '', shown_when: withInstaller }),
    status: field.choice(switchStatusChoices, { read_only: true, initial: switchStatus.off }),
    remark: field.text({ rules: 'max:200', initial: '' }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: ['platform', 'version_name', 'min_version', 'file', 'size', 'url', 'status', 'remark', 'updated_at'],
    filters: ['platform', 'status'],
    search: ['version_name'],
    sort: ['id', 'updated_at'],
    default_sort: '-id',
  },
  form: [
    { group: 'basic', fields: ['platform', 'version_name', 'min_version', 'notes', 'remark'] },
    { group: 'download', fields: ['file', 'url', 'size', 'sha256'] },
  ],
  transfer: {
    export: [
      'id',
      'platform',
      'version_name',
      'min_version',
      'file',
      'url',
      'size',
      'sha256',
      'status',
      'notes',
      'remark',
      'updated_at',
    ],
  },
  has_status_action: true,
  has_remark_action: true,
});
