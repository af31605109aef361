import { describe, expect, it } from 'vitest';
import { streakOf } from './streak.ts';
import { addDays } from '../../kit/dates/school-days.ts';

/** A Monday. */
const start = '2026-01-05';
/** Days from the Monday on: `x` studied, `.` not; the last one is today. */
const after = (weeks: string) => {
  const marks = [...weeks.replaceAll(' ', '')];
  const days = marks.flatMap((mark, place) => (mark === 'x' ? [addDays(start, place)] : []));
  const { leave_days: leave, ...rest } = streakOf(days, addDays(start, marks.length - 1));
  return [rest.streak_days, rest.leave_slips, leave.map((day) => day.slice(5))];
};

describe('streakOf', () => {
  it.each([
    ['.', 0, 0, []],
    ['x', 1, 0, []],
    ['xxx.', 3, 0, []],
    ['xxx..', 0, 0, []],
    // Seven days over two weeks are no full week.
    ['...xxxx xxxx', 8, 0, []],
    ['xxxxxxx', 7, 1, []],
    // Today is not missed before it ends.
    ['xxxxxxx x.', 8, 1, []],
    ['xxxxxxx x.x', 9, 0, ['01-13']],
    ['xxxxxxx x..x', 1, 0, ['01-13']],
    ['xxxxxxx xxxxxxx', 14, 2, []],
    ['xxxxxxx xxxxxxx xxxxxxx', 21, 2, []],
    ['xxxxxxx xxxxxxx ..x', 15, 0, ['01-19', '01-20']],
    // The slip of the first week ends with the third; that of the second is left.
    ['xxxxxxx xxxxxxx xxxxxx. x', 21, 1, ['01-25']],
    ['xxxxxxx xxxxxxx xxxxxx. xx.x', 23, 0, ['01-25', '01-28']],
    // A week with leave earns none, and a slip not used for two weeks is gone.
    ['xxxxxxx .xxxxxx xxxxxxx x', 21, 1, ['01-12']],
    ['xxxxxxx xxxxxxx x...', 15, 0, ['01-20', '01-21']],
    ['xxxxxxx xxxxxxx x....', 0, 0, ['01-20', '01-21']],
  ])('%s', (marks, streak, slips, leave) => {
    expect(after(marks)).toEqual([streak, slips, leave]);
  });

  it.each([
    ['.', null],
    ['xxx..', null],
    ['..xx', '2026-01-07'],
    ['x..xx.', '2026-01-08'],
    ['xxxxxxx x.x', '2026-01-05'],
  ])('%s began on %s', (marks, since) => {
    const signs = [...marks.replaceAll(' ', '')];
    const days = signs.flatMap((mark, place) => (mark === 'x' ? [addDays(start, place)] : []));
    expect(streakOf(days, addDays(start, signs.length - 1)).since).toBe(since);
  });
});
