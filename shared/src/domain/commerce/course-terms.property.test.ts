import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moveTerms, termDays, type CourseTerm } from './course-terms.ts';
import { stackRule, termMode, type StackRule } from './product-status.ts';
import { endAfterDays, entitlementTerm } from './term.ts';

const dayMs = 86_400_000;
const begin = new Date('2027-01-30T04:00:00Z');

type Grant = CourseTerm & { is_revoked: boolean };
/** A learner's grants of one course, and which were moved because of which, as the server keeps them. */
type School = { now: Date; grants: Grant[]; causes: Map<number, Set<number>> };

const counting = ({ grants }: School): Grant[] => grants.filter((one) => !one.is_revoked);

function change(school: School, ids: readonly number[], edit: Partial<Grant>): void {
  const before = counting(school);
  const makingWay = edit.is_revoked ? undefined : new Set(ids.flatMap((id) => [...(school.causes.get(id) ?? [])]));
  school.grants = school.grants.map((one) => (ids.includes(one.id) ? { ...one, ...edit } : one));
  const moved = moveTerms({
    before,
    after: counting(school),
    now: school.now,
    ...(makingWay ? { making_way: makingWay } : {}),
  });
  for (const { id, ...dates } of moved) {
    for (const { id: cause, end_at: end, is_revoked } of school.grants)
      if (cause < id && (ids.includes(cause) || (is_revoked && (end === null || end > school.now))))
        school.causes.set(cause, (school.causes.get(cause) ?? new Set()).add(id));
    school.grants = school.grants.map((one) => (one.id === id ? { ...one, ...dates } : one));
  }
}

function grant(school: School, days: number | null, rule: StackRule): void {
  const ends = counting(school).map((one) => one.end_at);
  const last = ends.includes(null) ? ('permanent' as const) : null;
  const current = last ?? (ends.length > 0 ? new Date(Math.max(...ends.map((end) => end?.getTime() ?? 0))) : null);
  const term = entitlementTerm({
    term_mode: days === null ? termMode.permanent : termMode.days,
    term_value: days ?? 0,
    fixed_end_at: null,
    stack_rule: rule,
    now: school.now,
    current_end: current,
  });
  if ('refused' in term) return;
  school.grants.push({ id: school.grants.length + 1, ...term, is_revoked: false });
}

/** A grant until a day, as the school gives it by hand: from now, beside what there is. */
const grantUntil = (school: School, days: number): number =>
  school.grants.push({
    id: school.grants.length + 1,
    start_at: school.now,
    end_at: endAfterDays(school.now, days),
    is_revoked: false,
  });

const pick = <T>(list: readonly T[], index: number): T | undefined =>
  list.length > 0 ? list[index % list.length] : undefined;
const setRevoked = (school: School, ids: readonly number[], isRevoked: boolean): void =>
  change(school, ids, { is_revoked: isRevoked });

const step = fc.oneof(
  fc.record({ kind: fc.constant('grant' as const), days: fc.integer({ min: 1, max: 90 }) }),
  fc.record({ kind: fc.constant('revoke' as const), index: fc.nat(9) }),
  fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 1500 }) }),
);
const otherStep = fc.oneof(
  step,
  fc.record({ kind: fc.constant('permanent' as const) }),
  fc.record({ kind: fc.constant('until' as const), days: fc.integer({ min: 1, max: 90 }) }),
  fc.record({ kind: fc.constant('restore' as const), index: fc.nat(9) }),
);
/** Besides, the school dates some anew, earlier or later. */
const anyStep = fc.oneof(
  otherStep,
  fc.record({ kind: fc.constant('redate' as const), index: fc.nat(9), days: fc.integer({ min: -10, max: 90 }) }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never;
const rules = fc.constantFrom(stackRule.extend, stackRule.extend_if_running);

function take(school: School, one: Step, rule: StackRule): void {
  if (one.kind === 'grant') grant(school, one.days, rule);
  else if (one.kind === 'permanent') grant(school, null, rule);
  else if (one.kind === 'until') grantUntil(school, one.days);
  else if (one.kind === 'wait') school.now = new Date(school.now.getTime() + one.hours * 3_600_000);
  else if (one.kind === 'redate') {
    const chosen = pick(counting(school), one.index);
    const end = endAfterDays(school.now, one.days);
    if (chosen && end > chosen.start_at) change(school, [chosen.id], { end_at: end, is_dated: true });
  } else {
    const isRevoke = one.kind === 'revoke';
    const chosen = pick(
      school.grants.filter(({ is_revoked }) => is_revoked !== isRevoke),
      one.index,
    );
    if (chosen) setRevoked(school, [chosen.id], isRevoke);
  }
}

const newSchool = (): School => ({ now: begin, grants: [], causes: new Map() });

/** Calendar days that a term still has. */
const daysLeft = (term: CourseTerm, now: Date): number =>
  term.end_at === null || term.end_at <= now ? 0 : termDays(term.start_at > now ? term : { ...term, start_at: now });

describe('after any grants and reversals', () => {
  test('of days, access ends as many days from now as the remaining grants have left, and has no gap', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 14 }), rules, (steps, rule) => {
        const school = newSchool();
        for (const one of steps) take(school, one, rule);
        const rest = counting(school)
          .filter(({ end_at: end }) => end !== null && end > school.now)
          .toSorted((a, b) => a.start_at.getTime() - b.start_at.getTime());
        const days = rest.reduce((sum, term) => sum + daysLeft(term, school.now), 0);
        if (rest.length > 0) expect(rest.at(-1)?.end_at).toEqual(endAfterDays(school.now, days));
        rest.forEach((term, index) =>
          index === 0
            ? expect(term.start_at.getTime()).toBeLessThanOrEqual(school.now.getTime())
            : expect(term.start_at).toEqual(rest[index - 1]?.end_at),
        );
      }),
      { numRuns: 400 },
    );
  });

  test('of every kind, nothing begins in the future but where an earlier grant that counts ends', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 2, maxLength: 14 }), rules, (steps, rule) => {
        const school = newSchool();
        for (const one of steps) {
          take(school, one, rule);
          const terms = counting(school);
          for (const term of terms.filter(({ start_at: start }) => start > school.now)) {
            const before = terms.filter(({ id }) => id < term.id);
            const isCovered = before.some(
              ({ start_at: start, end_at: end }) =>
                start.getTime() <= term.start_at.getTime() && (end === null || end >= term.start_at),
            );
            expect(isCovered).toBe(true);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  test('no grant that counts ever has fewer days left because of another, and none gets used days again', () => {
    fc.assert(
      fc.property(fc.array(otherStep, { minLength: 2, maxLength: 14 }), rules, (steps, rule) => {
        const school = newSchool();
        for (const one of steps) {
          const [before, at] = [new Map(school.grants.map((term) => [term.id, term])), school.now];
          take(school, one, rule);
          if (school.now !== at || one.kind === 'restore') continue;
          for (const term of counting(school)) {
            const earlier = before.get(term.id);
            if (earlier && !earlier.is_revoked) expect(daysLeft(term, at)).toBe(daysLeft(earlier, at));
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  test('it makes no difference in which order several are taken back at once', () => {
    fc.assert(
      fc.property(
        fc.array(otherStep, { minLength: 3, maxLength: 10 }),
        rules,
        fc.array(fc.nat(9), { minLength: 2, maxLength: 4 }),
        (steps, rule, indexes) => {
          const school = newSchool();
          for (const one of steps) take(school, one, rule);
          const ids = [...new Set(indexes.flatMap((index) => pick(counting(school), index)?.id ?? []))];
          const copies = [ids, ids.toReversed(), null].map((order) => {
            const copy: School = { now: school.now, grants: [...school.grants], causes: new Map() };
            if (order === null) setRevoked(copy, ids, true);
            else for (const id of order) setRevoked(copy, [id], true);
            return counting(copy);
          });
          expect(copies[1]).toEqual(copies[0]);
          expect(copies[2]).toEqual(copies[0]);
        },
      ),
      { numRuns: 400 },
    );
  });

  test('what is taken back and comes back before it would have ended leaves everything as it was', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 2, maxLength: 10 }),
        rules,
        fc.nat(9),
        fc.nat(200),
        (steps, rule, index, hours) => {
          const school = newSchool();
          for (const one of steps) take(school, one, rule);
          const chosen = pick(
            counting(school).filter(({ end_at: end }) => end !== null && end > school.now),
            index,
          );
          if (!chosen) return;
          const before = counting(school);
          setRevoked(school, [chosen.id], true);
          const later = new Date(school.now.getTime() + hours * 3_600_000);
          // A grant that waits for another cannot be put back where it was once its turn has come.
          school.now = later < chosen.start_at || chosen.start_at <= school.now ? later : school.now;
          setRevoked(school, [chosen.id], false);
          expect(counting(school)).toEqual(before);
        },
      ),
      { numRuns: 400 },
    );
  });
});

test('a grant of months keeps its days, one that was dated by hand its end, a permanent one everything', () => {
  const now = new Date('2027-02-10T04:00:00Z');
  const first: CourseTerm = { id: 1, start_at: begin, end_at: new Date('2027-03-01T15:59:59.999Z') };
  const month: CourseTerm = {
    id: 2,
    start_at: new Date('2027-03-01T15:59:59.999Z'),
    end_at: new Date('2027-04-01T15:59:59.999Z'),
  };
  const dated: CourseTerm = {
    id: 3,
    start_at: new Date('2027-04-01T15:59:59.999Z'),
    end_at: new Date('2027-12-31T15:59:59.999Z'),
    is_dated: true,
  };
  const moved = moveTerms({ before: [first, month, dated], after: [month, dated], now });
  expect(moved).toEqual([
    { id: 2, start_at: now, end_at: new Date('2027-03-13T15:59:59.999Z') },
    { id: 3, start_at: new Date('2027-03-13T15:59:59.999Z'), end_at: dated.end_at },
  ]);
  expect(moveTerms({ before: [first, month], after: [{ ...first, end_at: null }, month], now })).toEqual([]);
});

test('an earlier end moves up what follows, a later one makes it wait, and days are those of the calendar', () => {
  const now = new Date(begin.getTime() + 5 * dayMs);
  const first: CourseTerm = { id: 1, start_at: begin, end_at: endAfterDays(begin, 30) };
  const next: CourseTerm = { id: 2, start_at: endAfterDays(begin, 30), end_at: endAfterDays(begin, 60) };
  for (const days of [3, 20, 45]) {
    const [moved] = moveTerms({
      before: [first, next],
      after: [{ ...first, end_at: endAfterDays(begin, days) }, next],
      now,
    });
    expect(moved?.end_at).toEqual(endAfterDays(begin, Math.max(days, 5) + 30));
  }
});
