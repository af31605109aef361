import { field } from '../kit/field.ts';
import { defineResource } from '../kit/resource.ts';

/** A member's progress in a lesson. Only written by crediting on the server. */
export const learningRecords = defineResource({
  name: 'learning-records',
  table: 'learning_records',
  area: 'admin',
  menu: { root: 'learning', icon: 'bar-chart', sort: 50 },
  only: ['list', 'show', 'export'],
  title: 'id',
  scope: 'own_agency',
  hard_delete: true,
  fields: {
    id: field.id(),
    member_id: field.relation({ resource: 'members', read_only: true }),
    member_mobile: field.text({ computed: true, read_only: true, masked: 'mobile' }),
    agency_id: field.relation({ resource: 'agencies', nullable: true, read_only: true }),
    course_id: field.relation({ resource: 'courses', read_only: true }),
    lesson_id: field.integer({ read_only: true }),
    lesson_title: field.text({ computed: true, read_only: true }),
    percent: field.integer({ read_only: true }),
    duration_sec: field.duration({ read_only: true }),
    /** Seconds of the lesson seen at least once. */
    seen_sec: field.duration({ read_only: true }),
    /** Time spent, including repeats. */
    study_sec: field.duration({ read_only: true }),
    last_position: field.duration({ read_only: true }),
    first_at: field.date_time({ read_only: true }),
    last_at: field.date_time({ read_only: true }),
    completed_at: field.date_time({ nullable: true, read_only: true }),
    /** Beats that claimed more than could have been watched. */
    suspicious: field.integer({ read_only: true }),
  },
  list: {
    columns: [
      'member_id',
      'member_mobile',
      'course_id',
      'lesson_title',
      'percent',
      'study_sec',
      'last_at',
      'completed_at',
      'seen_sec',
      'duration_sec',
      'agency_id',
      'suspicious',
    ],
    filters: ['course_id', 'member_id', 'percent', 'last_at', 'completed_at', 'agency_id', 'suspicious', 'lesson_id'],
    sort: ['id', 'percent', 'study_sec', 'first_at', 'last_at', 'completed_at'],
    default_sort: '-last_at',
  },
  transfer: {
    export: [
      'id',
      'member_id',
      'member_mobile',
      'agency_id',
      'course_id',
      'lesson_title',
      'percent',
      'seen_sec',
      'study_sec',
      'duration_sec',
      'last_position',
      'first_at',
      'last_at',
      'completed_at',
      'suspicious',
    ],
  },
  permissions: ['reveal'],
});
