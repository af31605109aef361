import { mediaFailureChoices } from '../../domain/catalog/media/media-failure.ts';
import { mediaKind, mediaKindChoices } from '../../domain/catalog/media/media-kind.ts';
import { mediaActions, mediaStatus, mediaStatusChoices } from '../../domain/catalog/media/media-status.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

/** Uploaded video and audio. Duration and size are read from the file, never entered. */
export const media = defineResource({
  name: 'media',
  table: 'media',
  area: 'admin',
  menu: { root: 'learning', icon: 'film', sort: 40 },
  only: ['list', 'show', 'update', 'delete', 'export'],
  title: 'title',
  fields: {
    id: field.id(),
    title: field.text({ rules: 'required|max:200' }),
    cover: field.image({ read_only: true, nullable: true }),
    /** Maintained by the database, from the file name. */
    kind: field.choice(mediaKindChoices, { read_only: true }),
    /** Empty: in no folder. Changed by the action `move` alone. */
    folder_id: field.relation({ resource: 'media-folders', nullable: true, read_only: true }),
    status: field.choice(mediaStatusChoices, { read_only: true }),
    /** Processing progress in percent. */
    progress: field.integer({ read_only: true }),
    error: field.choice(mediaFailureChoices, { read_only: true }),
    duration_sec: field.duration({ read_only: true }),
    size: field.bytes({ read_only: true }),
    width: field.integer({ read_only: true }),
    height: field.integer({ read_only: true }),
    lesson_count: field.integer({ computed: true, read_only: true }),
    /** By a lesson, or as the trailer of a course. */
    is_used: field.boolean({ computed: true, read_only: true }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: [
      'cover',
      'title',
      'kind',
      'status',
      'error',
      'duration_sec',
      'size',
      'lesson_count',
      'folder_id',
      'created_at',
    ],
    extra_fields: ['progress'],
    filters: ['folder_id', 'kind', 'status', 'is_used'],
    search: ['title'],
    sort: ['id'],
    quick_edit: ['title'],
    layouts: ['gallery', 'table'],
    gallery: { cover: 'cover', corner: 'duration_sec', lines: ['size', 'lesson_count'] },
    views: [
      { key: 'videos', where: [{ field: 'kind', in: [mediaKind.video] }] },
      { key: 'sounds', where: [{ field: 'kind', in: [mediaKind.sound] }] },
      {
        key: 'failed',
        where: [{ field: 'status', in: [mediaStatus.failed] }],
        todo: 'warning',
        verb: 'retry',
        since: 'updated_at',
        names: ['title'],
      },
      { key: 'unused', where: [{ field: 'is_used', in: [false] }] },
    ],
    default_sort: '-id',
  },
  status: { field: 'status', primary_when: { retry: mediaActions.retry.from } },
  overview: {
    figures: ['duration_sec', 'size', 'lesson_count'],
    facts: ['kind', 'width', 'height', 'folder_id', 'created_at'],
  },
  form: [{ group: 'basic', fields: ['title'] }],
  transfer: {
    export: [
      'id',
      'title',
      'kind',
      'folder_id',
      'status',
      'error',
      'duration_sec',
      'size',
      'width',
      'height',
      'lesson_count',
      'created_at',
      'updated_at',
    ],
  },
  actions: {
    /** Puts the file of another entry, which goes to the trash, in the place of this one: lessons and what learners saw stay. */
    replace: {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      single_row: true,
      when: [{ field: 'status', in: [mediaStatus.ready, mediaStatus.failed] }],
      fields: { media_id: field.relation({ resource: 'media', rules: 'required' }) },
    },
    retry: { method: 'PUT', by_token: true, on: 'rows', when: [{ field: 'status', in: mediaActions.retry.from }] },
    /** Puts files into a folder, or without one out of theirs. */
    move: {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      fields: { folder_id: field.relation({ resource: 'media-folders', creates: true, nullable: true }) },
    },
    /** Makes a lesson of each file at the end of a chapter, which is made if there is none with this title. */
    'add-to-course': {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      when: [{ field: 'status', in: [mediaStatus.processing, mediaStatus.ready] }],
      also_requires: ['admin.courses.update'],
      fields: {
        course_id: field.relation({ resource: 'courses', creates: true, rules: 'required' }),
        chapter_title: field.text({ rules: 'max:100', initial: '' }),
      },
    },
  },
  permissions: ['upload'],
});
