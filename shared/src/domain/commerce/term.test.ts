import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toWallTime } from '../../kit/zoned-time.ts';
import { stackRule, termMode } from './product-status.ts';
import { entitlementTerm, isRunning, type Term, type TermRequest } from './term.ts';

const now = new Date('2026-01-31T02:00:00Z');

function term(overrides: Partial<TermRequest>): Term {
  return entitlementTerm({
    term_mode: termMode.days,
    term_value: 30,
    fixed_end_at: null,
    stack_rule: stackRule.extend_if_running,
    now,
    current_end: null,
    ...overrides,
  });
}
const endOf = (result: Term): string | null =>
  'refused' in result ? result.refused : (result.end_at?.toISOString() ?? null);

describe('one card', () => {
  test.each<[string, Partial<TermRequest>, string | null]>([
    ['30 days', {}, '2026-03-02T15:59:59.999Z'],
    ['a day begins in the zone', { term_value: 1, now: new Date('2026-01-31T16:30:00Z') }, '2026-02-02T15:59:59.999Z'],
    ['no days end today', { term_value: 0 }, '2026-01-31T15:59:59.999Z'],
    ['a month from 31 January', { term_mode: termMode.months, term_value: 1 }, '2026-02-28T15:59:59.999Z'],
    [
      'a month from 31 January of a leap year',
      { term_mode: termMode.months, term_value: 1, now: new Date('2028-01-31T02:00:00Z') },
      '2028-02-29T15:59:59.999Z',
    ],
    ['13 months', { term_mode: termMode.months, term_value: 13 }, '2027-02-28T15:59:59.999Z'],
    ['12 months over the year', { term_mode: termMode.months, term_value: 12 }, '2027-01-31T15:59:59.999Z'],
    [
      'fixed end',
      { term_mode: termMode.fixed_end, fixed_end_at: new Date('2026-06-30T03:00:00Z') },
      '2026-06-30T15:59:59.999Z',
    ],
    [
      'fixed end today',
      { term_mode: termMode.fixed_end, fixed_end_at: new Date('2026-01-30T16:00:00Z') },
      '2026-01-31T15:59:59.999Z',
    ],
    [
      'fixed end that has passed',
      { term_mode: termMode.fixed_end, fixed_end_at: new Date('2026-01-30T15:00:00Z') },
      'ended',
    ],
    ['fixed end without one', { term_mode: termMode.fixed_end }, 'ended'],
    ['permanent', { term_mode: termMode.permanent }, null],
    [
      'the hour that is lost does not shorten the day',
      { term_value: 37, time_zone: 'America/New_York' },
      '2026-03-09T03:59:59.999Z',
    ],
  ])('%s', (_, overrides, end) => {
    const result = term(overrides);
    expect(endOf(result)).toBe(end);
    if ('start_at' in result) expect(result.start_at).toEqual(overrides.now ?? now);
  });
});

describe('a second card', () => {
  const running = new Date('2026-02-10T15:59:59Z');
  const lapsed = new Date('2026-01-20T15:59:59Z');
  const long = new Date('2024-01-20T15:59:59Z');
  test.each<[number, Date | 'permanent' | null, string, Date]>([
    [stackRule.extend, running, '2026-03-12T15:59:59.999Z', running],
    [stackRule.extend, lapsed, '2026-02-19T15:59:59.999Z', lapsed],
    [stackRule.extend, long, '2026-03-02T15:59:59.999Z', now],
    [stackRule.extend, null, '2026-03-02T15:59:59.999Z', now],
    [stackRule.extend_if_running, running, '2026-03-12T15:59:59.999Z', running],
    [stackRule.extend_if_running, lapsed, '2026-03-02T15:59:59.999Z', now],
    [stackRule.extend_if_running, 'permanent', '2026-03-02T15:59:59.999Z', now],
    [stackRule.from_now, running, '2026-03-02T15:59:59.999Z', now],
    [stackRule.refuse_while_running, lapsed, '2026-03-02T15:59:59.999Z', now],
  ])('rule %i with access to %s ends %s', (rule, current, end, startAt) => {
    const result = term({ stack_rule: rule as TermRequest['stack_rule'], current_end: current });
    expect(result).toEqual({ start_at: startAt, end_at: new Date(end) });
  });
  test.each([running, 'permanent'] as const)('rule 4 refuses while running (%s), whatever the mode', (current) => {
    for (const mode of Object.values(termMode)) {
      expect(term({ stack_rule: stackRule.refuse_while_running, current_end: current, term_mode: mode })).toEqual({
        refused: 'running',
      });
    }
  });
  test('runs through the last second of its day', () => {
    const granted = term({ current_end: null });
    const end = 'end_at' in granted ? granted.end_at : null;
    const at = (time: string): boolean => isRunning(end, new Date(`2026-03-02T${time}Z`));
    expect([at('15:59:59.000'), at('15:59:59.998'), at('16:00:00.000')]).toEqual([true, true, false]);
  });
  test('access ends after its last second', () => {
    expect([isRunning(now, now), isRunning(running, now), isRunning(null, now)]).toEqual([false, true, false]);
  });
});

test('in every zone an end is 23:59:59 of the expected day, never before today', () => {
  const zones = [
    'Asia/Shanghai',
    'America/New_York',
    'America/Sao_Paulo',
    'Europe/London',
    'Australia/Lord_Howe',
    'Asia/Beirut',
    'America/Havana',
    'Africa/Cairo',
    'Pacific/Auckland',
    'UTC',
  ];
  const requests = fc.record({
    now: fc.integer({ min: 1_400_000_000, max: 2_200_000_000 }).map((seconds) => new Date(seconds * 1000)),
    term_value: fc.integer({ min: 0, max: 1000 }),
    mode: fc.constantFrom(termMode.days, termMode.months),
    time_zone: fc.constantFrom(...zones),
  });
  fc.assert(
    fc.property(requests, ({ mode, ...request }) => {
      const value = mode === termMode.months ? request.term_value % 120 : request.term_value;
      const result = term({ ...request, term_mode: mode, term_value: value });
      if (!('end_at' in result) || !result.end_at) throw new Error('has an end');
      const from = toWallTime(request.now, request.time_zone);
      const end = toWallTime(result.end_at, request.time_zone);
      expect(end).toMatchObject({ hour: 23, minute: 59, second: 59 });
      expect(result.end_at.getTime()).toBeGreaterThanOrEqual(Math.floor(request.now.getTime() / 1000) * 1000);
      if (mode === termMode.days) {
        expect(Date.UTC(end.year, end.month - 1, end.day) - Date.UTC(from.year, from.month - 1, from.day)).toBe(
          value * 86_400_000,
        );
      } else {
        expect((end.year - from.year) * 12 + end.month - from.month).toBe(value);
        expect(
          end.day === from.day ||
            (end.day < from.day && new Date(Date.UTC(end.year, end.month, 0)).getUTCDate() === end.day),
        ).toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
});

test('an extension never shortens access and leaves no gap', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1000 }),
      fc.integer({ min: 0, max: 400 }),
      fc.constantFrom(1, 2),
      (ahead, value, rule) => {
        const current = new Date(now.getTime() + (ahead + 1) * 3_600_000);
        const result = term({ current_end: current, term_value: value, stack_rule: rule as TermRequest['stack_rule'] });
        if (!('end_at' in result) || !result.end_at) throw new Error('has an end');
        expect(result.start_at).toEqual(current);
        expect(result.end_at.getTime()).toBeGreaterThanOrEqual(current.getTime());
      },
    ),
  );
});
