import { expect, it } from 'vitest';
import { dueCelebration } from './celebration.ts';

const study = { today: '2026-03-10', study_sec: 0, goal_min: 20, streak_days: 0, since: null };
const before = { goal_celebrated_on: null, streak_celebrated: 0, streak_celebrated_on: null };

it.each([
  ['nothing yet', {}, {}, null],
  ['almost the goal', { study_sec: 1199 }, {}, null],
  ['the goal', { study_sec: 1200, streak_days: 3, since: '2026-03-08' }, {}, { kind: 'goal', days: 3 }],
  ['the goal, again today', { study_sec: 3600 }, { goal_celebrated_on: '2026-03-10' }, null],
  ['the goal of another day', { study_sec: 1200 }, { goal_celebrated_on: '2026-03-09' }, { kind: 'goal', days: 0 }],
  ['six days', { streak_days: 6, since: '2026-03-05' }, {}, null],
  ['seven days', { streak_days: 7, since: '2026-03-04' }, {}, { kind: 'streak', days: 7 }],
  [
    'seven days were celebrated',
    { streak_days: 8, since: '2026-03-03' },
    { streak_celebrated: 7, streak_celebrated_on: '2026-03-09' },
    null,
  ],
  [
    'seven days of an older streak were',
    { streak_days: 8, since: '2026-03-03' },
    { streak_celebrated: 7, streak_celebrated_on: '2026-03-01' },
    { kind: 'streak', days: 7 },
  ],
  [
    'thirty days after seven',
    { streak_days: 31, since: '2026-02-08' },
    { streak_celebrated: 7, streak_celebrated_on: '2026-02-14' },
    { kind: 'streak', days: 30 },
  ],
  ['a hundred at once', { streak_days: 140, since: '2025-10-22' }, {}, { kind: 'streak', days: 100 }],
  [
    'the goal on a day after the mark',
    { study_sec: 1200, streak_days: 9, since: '2026-03-02' },
    { streak_celebrated: 7, streak_celebrated_on: '2026-03-08' },
    { kind: 'goal', days: 9 },
  ],
])('celebrates %s', (_name, now, seen, expected) => {
  expect(dueCelebration({ ...study, ...now }, { ...before, ...seen })).toEqual(expected);
});
