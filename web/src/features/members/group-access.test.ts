import { expect, it } from 'vitest';
import { groupAccess, lastOfEachCourse, type Access } from './group-access.ts';

const entry = (overrides: Partial<Access>): Access => ({
  id: 1,
  kind: 'course',
  course_id: 1,
  title: '课程',
  amount: null,
  source_type: 'card',
  source_id: 1,
  source_no: '',
  start_at: '2026-05-01',
  end_at: null,
  redated_at: null,
  revoked_at: null,
  revoke_reason: '',
  revoked_by: null,
  ...overrides,
});

it('groups what one card, one order or one action opened', () => {
  const groups = groupAccess([
    entry({ id: 1, source_no: 'KK1' }),
    entry({ id: 2, source_no: 'KK1', start_at: '2027-05-01' }),
    entry({ id: 3, source_no: 'KK2' }),
    entry({ id: 4, source_type: 'admin', source_id: 7 }),
    entry({ id: 5, source_type: 'admin', source_id: 7 }),
    entry({ id: 6, source_type: 'admin', source_id: 7, start_at: '2026-06-01' }),
  ]);
  expect(groups.map(({ entries }) => entries.map(({ id }) => id))).toEqual([[1, 2], [3], [4, 5], [6]]);
});

it('lists a course once, with its effective end', () => {
  const open = [
    entry({ id: 1, course_id: 1, end_at: '2028-10-06' }),
    entry({ id: 2, course_id: 2, end_at: '2027-10-06' }),
    entry({ id: 3, course_id: 1, end_at: '2027-10-06' }),
    entry({ id: 4, course_id: 2, end_at: null }),
  ];
  expect(lastOfEachCourse(open).map(({ id }) => id)).toEqual([1, 4]);
});
