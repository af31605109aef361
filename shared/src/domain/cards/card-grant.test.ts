import { describe, expect, it } from 'vitest';
import { cardGrant, latestEnd, type CardGrant } from './card-grant.ts';
import type { ProductSnapshot } from '../commerce/product-snapshot.ts';
import { productType, stackRule, termMode } from '../commerce/product-status.ts';

const now = new Date('2026-03-10T04:00:00Z');
const day = 86_400_000;

const course = (id: number) => ({ id, title: `课程 ${id}`, cover: null, lesson_count: 10, duration_sec: 6000 });

const snapshot = (overrides: Partial<ProductSnapshot> = {}): ProductSnapshot => ({
  product_id: 1,
  sn: 'P1',
  type: productType.courses,
  title: '年卡',
  cover: null,
  intro: '',
  list_price: 0,
  sale_price: 0,
  courses: [course(1), course(2)],
  ai_seconds: 0,
  term_mode: termMode.days,
  term_value: 30,
  fixed_end_at: null,
  stack_rule: stackRule.extend_if_running,
  per_member_limit: 0,
  refund_days: 7,
  ...overrides,
});

function granted(result: ReturnType<typeof cardGrant>): CardGrant {
  if ('refused' in result) throw new Error(`refused: ${result.refused}`);
  return result;
}

describe('cardGrant', () => {
  it('computes every course from its current end', () => {
    const running = new Date('2026-04-01T15:59:59Z');
    const { courses } = granted(cardGrant(snapshot(), { held: new Map([[1, running]]), now }));
    expect(courses.map(({ course: { id }, effect, end_at: end }) => [id, effect, end?.toISOString()])).toEqual([
      [1, 'extend', '2026-05-01T15:59:59.999Z'],
      [2, 'new', '2026-04-09T15:59:59.999Z'],
    ]);
    expect(latestEnd(courses)?.toISOString()).toBe('2026-05-01T15:59:59.999Z');
  });

  it.each([
    ['lapsed', new Date(now.getTime() - day), 'renew'],
    ['held for ever', 'permanent', 'none'],
    ['running', new Date(now.getTime() + day), 'extend'],
    ['held longer than the card would give', new Date(now.getTime() + 90 * day), 'none'],
  ] as const)('tells what the card adds to access that is %s', (_name, held, effect) => {
    const rule = effect === 'none' ? stackRule.from_now : stackRule.extend_if_running;
    expect(
      granted(cardGrant(snapshot({ courses: [course(1)], stack_rule: rule }), { held: new Map([[1, held]]), now }))
        .courses[0]?.effect,
    ).toBe(effect);
  });

  it('refuses entirely while one of the courses is running, if the product says so', () => {
    const until = new Date(now.getTime() + day);
    const strict = snapshot({ stack_rule: stackRule.refuse_while_running });
    expect(cardGrant(strict, { held: new Map([[2, until]]), now })).toEqual({ refused: 'running', until });
    expect('refused' in cardGrant(strict, { held: new Map([[2, new Date(now.getTime() - day)]]), now })).toBe(false);
  });

  it('ends on the fixed day of the school, wherever the member is, and not after it', () => {
    const fixed = snapshot({ term_mode: termMode.fixed_end, fixed_end_at: '2026-12-31' });
    expect(granted(cardGrant(fixed, { held: new Map(), now })).courses[0]?.end_at?.toISOString()).toBe(
      '2026-12-31T15:59:59.999Z',
    );
    expect(cardGrant(fixed, { held: new Map(), now: new Date('2027-01-01T00:00:00Z') })).toMatchObject({
      refused: 'ended',
    });
  });

  it('grants AI seconds with or without courses', () => {
    expect(granted(cardGrant(snapshot({ courses: [], ai_seconds: 600 }), { held: new Map(), now }))).toEqual({
      courses: [],
      ai_seconds: 600,
    });
  });

  it('has no latest end when one course is permanent, or there is none', () => {
    expect(latestEnd([{ end_at: null }, { end_at: now }])).toBeNull();
    expect(latestEnd([])).toBeNull();
  });
});
