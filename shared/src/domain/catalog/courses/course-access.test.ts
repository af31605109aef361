import { expect, test } from 'vitest';
import { courseStatus } from './course-status.ts';
import { accessState, missingSeconds, shownPercent, type GrantState } from './course-access.ts';

const { draft, published, off_shelf } = courseStatus;
const live: GrantState = { is_live: true, is_over: false };
const over: GrantState = { is_live: false, is_over: true };
const coming: GrantState = { is_live: false, is_over: false };

test.each([
  [published, false, live, 'owned'],
  [off_shelf, false, live, 'owned'],
  [draft, false, live, 'none'],
  [published, true, null, 'free'],
  [published, true, over, 'free'],
  [off_shelf, true, null, 'none'],
  [draft, true, null, 'none'],
  [published, true, live, 'owned'],
  [published, false, over, 'ended'],
  [published, false, coming, 'none'],
  [published, false, null, 'none'],
] as const)('status %s, free %s, %o: %s', (status, isFree, granted, expected) => {
  expect(accessState({ status, is_free: isFree }, granted)).toBe(expected);
});

test('missing seconds are rounded up and never negative', () => {
  const lesson = { duration_sec: 101, seen_sec: 0, complete_percent: 90, is_finished: false };
  expect(missingSeconds(lesson)).toBe(91);
  expect(missingSeconds({ ...lesson, seen_sec: 91 })).toBe(0);
  expect(missingSeconds({ ...lesson, seen_sec: 100 })).toBe(0);
  expect(missingSeconds({ ...lesson, is_finished: true })).toBe(0);
});

test('a lesson is shown as full only once it is finished', () => {
  expect(shownPercent({ percent: 40, completed_at: null })).toBe(40);
  expect(shownPercent({ percent: 100, completed_at: null })).toBe(99);
  expect(shownPercent({ percent: 96, completed_at: '2026-11-20T00:00:00Z' })).toBe(100);
});
