import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromWallTime, toWallTime } from '../../kit/zoned-time.ts';
import { cardGrant } from '../cards/card-grant.ts';
import type { ProductSnapshot } from './product-snapshot.ts';
import { productType, stackRule, termMode } from './product-status.ts';
import { entitlementTerm } from './term.ts';

const zones = [
  'Asia/Shanghai',
  'America/New_York',
  'Europe/Berlin',
  'Pacific/Kiritimati',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'UTC',
] as const;
const moment = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2040-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const zone = fc.constantFrom(...zones);
const base = { fixed_end_at: null, stack_rule: stackRule.from_now, current_end: null } as const;

function endOf(term: ReturnType<typeof entitlementTerm>): Date {
  if ('refused' in term || term.end_at === null) throw new Error('an end was expected');
  return term.end_at;
}

describe('an end', () => {
  test('is at 23:59:59 of its day, in any zone, by days and by months', () => {
    fc.assert(
      fc.property(
        moment,
        zone,
        fc.constantFrom(termMode.days, termMode.months),
        fc.integer({ min: 1, max: 60 }),
        (now, timeZone, mode, value) => {
          const { hour, minute, second } = toWallTime(
            endOf(entitlementTerm({ ...base, term_mode: mode, term_value: value, now, time_zone: timeZone })),
            timeZone,
          );
          expect([hour, minute, second]).toEqual([23, 59, 59]);
        },
      ),
    );
  });

  test('by months is the same day of the month, or that month’s last', () => {
    fc.assert(
      fc.property(moment, zone, fc.integer({ min: 1, max: 48 }), (now, timeZone, value) => {
        const start = toWallTime(now, timeZone);
        const end = toWallTime(
          endOf(entitlementTerm({ ...base, term_mode: termMode.months, term_value: value, now, time_zone: timeZone })),
          timeZone,
        );
        const months = end.year * 12 + end.month - start.year * 12 - start.month;
        const lastDay = new Date(Date.UTC(end.year, end.month, 0)).getUTCDate();
        expect([months, end.day]).toEqual([value, Math.min(start.day, lastDay)]);
      }),
    );
  });

  test('by days is that many calendar days later, however many hours a day has', () => {
    fc.assert(
      fc.property(moment, zone, fc.integer({ min: 1, max: 1000 }), (now, timeZone, value) => {
        const [start, end] = [
          toWallTime(now, timeZone),
          toWallTime(
            endOf(entitlementTerm({ ...base, term_mode: termMode.days, term_value: value, now, time_zone: timeZone })),
            timeZone,
          ),
        ];
        expect(
          (Date.UTC(end.year, end.month - 1, end.day) - Date.UTC(start.year, start.month - 1, start.day)) / 86_400_000,
        ).toBe(value);
      }),
    );
  });

  test('a wall-clock time survives conversion to an instant and back', () => {
    fc.assert(
      fc.property(moment, zone, (now, timeZone) => {
        const wall = { ...toWallTime(now, timeZone), hour: 23, minute: 59, second: 59 };
        expect(toWallTime(fromWallTime(wall, timeZone), timeZone)).toMatchObject(wall);
      }),
    );
  });
});

const snapshot = (overrides: Partial<ProductSnapshot>): ProductSnapshot => ({
  product_id: 1,
  sn: 'P',
  type: productType.courses,
  title: '卡',
  cover: null,
  intro: '',
  list_price: 0,
  sale_price: 0,
  ai_seconds: 0,
  fixed_end_at: null,
  per_member_limit: 0,
  refund_days: 7,
  courses: [{ id: 1, title: '课', cover: null, lesson_count: 1, duration_sec: 60 }],
  term_mode: termMode.months,
  term_value: 1,
  stack_rule: stackRule.extend_if_running,
  ...overrides,
});

const grantEnd = (overrides: Partial<ProductSnapshot>, held: Date | null, now: Date): Date => {
  const grant = cardGrant(snapshot(overrides), { held: held ? new Map([[1, held]]) : new Map(), now });
  if ('refused' in grant) throw new Error(grant.refused);
  const end = grant.courses[0]?.end_at;
  if (!end) throw new Error('an end was expected');
  return end;
};

describe('stacking', () => {
  const terms = fc.record({
    term_mode: fc.constantFrom(termMode.days, termMode.months),
    term_value: fc.integer({ min: 1, max: 36 }),
  });

  test('what was previewed is granted until the day changes', () => {
    fc.assert(
      fc.property(
        terms,
        moment,
        fc.option(moment, { nil: null }),
        fc.integer({ min: 0, max: 3_600_000 }),
        (term, now, held, pause) => {
          const later = new Date(now.getTime() + pause);
          const isSameDay = toWallTime(now, 'Asia/Shanghai').day === toWallTime(later, 'Asia/Shanghai').day;
          const isSameHeld = held === null || held > later || held <= now;
          if (isSameDay && isSameHeld) expect(grantEnd(term, held, later)).toEqual(grantEnd(term, held, now));
        },
      ),
    );
  });

  test('consecutive cards never shorten the access', () => {
    fc.assert(
      fc.property(moment, fc.array(terms, { minLength: 1, maxLength: 8 }), (now, cards) => {
        let held: Date | null = null;
        for (const term of cards) {
          const end = grantEnd(term, held, now);
          if (held) expect(end.getTime()).toBeGreaterThan(held.getTime());
          held = end;
        }
      }),
    );
  });

  test('by days, cards add up in any order', () => {
    fc.assert(
      fc.property(moment, fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 2, maxLength: 5 }), (now, days) => {
        const stack = (order: readonly number[]): number =>
          order
            .reduce<Date | null>(
              (held, value) => grantEnd({ term_mode: termMode.days, term_value: value }, held, now),
              null,
            )
            ?.getTime() ?? 0;
        expect(stack(days)).toBe(stack(days.toReversed()));
      }),
    );
  });
});
