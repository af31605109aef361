import { expect, test } from 'vitest';
import { chooseFollowing, chooseNextLesson, type LessonProgress } from './next-lesson.ts';

const lesson = (id: number, overrides: Partial<LessonProgress> = {}): LessonProgress => ({
  id,
  can_watch: true,
  is_finished: false,
  last_at: null,
  ...overrides,
});

test.each<[string, LessonProgress[], number | null]>([
  ['nothing begun: the first', [lesson(1), lesson(2)], 1],
  [
    'the one last watched goes on',
    [lesson(1, { last_at: '2026-01-01' }), lesson(2, { last_at: '2026-01-02' }), lesson(3)],
    2,
  ],
  ['finished: the one after it', [lesson(1), lesson(2, { is_finished: true, last_at: '2026-01-02' }), lesson(3)], 3],
  ['nothing after it: what was skipped', [lesson(1), lesson(2, { is_finished: true, last_at: '2026-01-02' })], 1],
  [
    'all finished: from the start',
    [lesson(1, { is_finished: true, last_at: '2026-01-01' }), lesson(2, { is_finished: true, last_at: '2026-01-02' })],
    1,
  ],
  ['what is locked is passed over', [lesson(1, { can_watch: false, last_at: '2026-01-03' }), lesson(2)], 2],
  ['nothing may be watched', [lesson(1, { can_watch: false })], null],
  ['an empty course', [], null],
])('%s', (_, lessons, expected) => {
  expect(chooseNextLesson(lessons)).toBe(expected);
});

const done = { is_finished: true };
test.each<[string, LessonProgress[], number | null]>([
  ['the one after it', [lesson(1), lesson(2), lesson(3)], 3],
  ['what is finished is passed over', [lesson(1, done), lesson(2), lesson(3, done), lesson(4)], 4],
  ['nothing open after it: what was skipped', [lesson(1), lesson(2), lesson(3, done)], 1],
  [
    'what is locked is passed over',
    [lesson(1, { can_watch: false }), lesson(2), lesson(3, { can_watch: false })],
    null,
  ],
  ['the last one to learn, wherever it stands', [lesson(1, done), lesson(2), lesson(3, done)], null],
  ['again: first what is left', [lesson(1), lesson(2, done), lesson(3, done)], 1],
  ['again: a finished course in its order', [lesson(1, done), lesson(2, done), lesson(3, done)], 3],
  ['the end of a finished course', [lesson(1, done), lesson(2, done)], null],
  ['a lesson that is not among them', [lesson(1), lesson(3)], 1],
])('follows lesson 2: %s', (_, lessons, expected) => {
  expect(chooseFollowing(lessons, 2)?.id ?? null).toBe(expected);
});
