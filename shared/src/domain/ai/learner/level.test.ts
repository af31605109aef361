import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { cefrLevels } from '../../people/people.ts';
import { estimateLevel, evidenceOf, levelOfStep, stepName, talksMissing, type TalkFacts } from './level.ts';

const talk = (more: Partial<TalkFacts> = {}): TalkFacts => ({
  day: '2026-11-01',
  level: 'B1',
  goals: 3,
  goals_done: 3,
  turns: 6,
  hints: 0,
  missed: 0,
  ...more,
});
const dayNo = (number: number): string => `2026-11-${String(number).padStart(2, '0')}`;
/** One talk a day. */
const row = (...talks: Partial<TalkFacts>[]): TalkFacts[] =>
  talks.map((one, index) => talk({ day: dayNo(index + 1), ...one }));
const nameOf = (talks: readonly TalkFacts[]): string | null => {
  const estimate = estimateLevel(talks);
  return estimate && stepName(estimate.level);
};

describe('evidence of a talk', () => {
  it.each([
    [{}, 'B1+'],
    [{ missed: null }, 'B1'],
    [{ hints: 1, missed: 1 }, 'B1'],
    [{ hints: 2, missed: 1 }, 'A2+'],
    [{ goals_done: 2 }, 'A2+'],
    [{ goals_done: 1 }, 'A2'],
    [{ level: 'A1', goals_done: 0 }, 'A1'],
    [{ level: 'C2' }, 'C2'],
  ] as const)('%j speaks for %s', (more, name) => {
    expect(stepName(evidenceOf(talk(more)))).toBe(name);
  });
});

describe('the estimate', () => {
  it('says nothing below three talks, and counts none that was too short or had no goals', () => {
    const few = [talk(), talk(), talk({ turns: 2 }), talk({ goals: 0, goals_done: 0 })];
    expect([estimateLevel(few), talksMissing(few)]).toEqual([null, 1]);
    expect([estimateLevel([]), talksMissing([])]).toEqual([null, 3]);
    expect(estimateLevel([...few, talk()])).toEqual({ level: 5, low: 4, high: 6, talks: 3 });
  });

  it('follows better talks by one half-step in three', () => {
    const start = [{ hints: 1 }, { hints: 1 }, { hints: 1 }] as const;
    const better = { level: 'C1' } as const;
    const names = Array.from({ length: 10 }, (_, count) =>
      nameOf(row(...start, ...Array.from({ length: count }, () => better))),
    );
    expect(names).toEqual(['B1', 'B1', 'B1', 'B1+', 'B1+', 'B1+', 'B2', 'B2', 'B2', 'B2+']);
  });

  it('does not save up talks that agreed for a jump', () => {
    const same = Array.from({ length: 12 }, () => ({ hints: 1 }));
    const better = Array.from({ length: 3 }, () => ({ level: 'C1' }) as const);
    expect(nameOf(row(...same, ...better))).toBe('B1+');
  });

  it('has a range that is wider when talks differ', () => {
    const estimate = estimateLevel(row({}, { goals_done: 0 }, { goals_done: 0 }, {}, { level: 'C1' }));
    expect(estimate).toEqual({ level: 2, low: 1, high: 5, talks: 5 });
  });

  const anyTalk = fc
    .record({
      day: fc.integer({ min: 1, max: 9 }).map(dayNo),
      level: fc.constantFrom(...cefrLevels),
      goals: fc.integer({ min: 0, max: 4 }),
      goals_done: fc.integer({ min: 0, max: 4 }),
      turns: fc.integer({ min: 1, max: 9 }),
      hints: fc.integer({ min: 0, max: 3 }),
      missed: fc.option(fc.integer({ min: 0, max: 3 })),
    })
    .map((one) => ({ ...one, goals_done: Math.min(one.goals, one.goals_done) }));

  it('does not depend on the order of talks of a day', () => {
    fc.assert(
      fc.property(fc.array(anyTalk, { maxLength: 20 }), (talks) => {
        expect(estimateLevel(talks.toReversed())).toEqual(estimateLevel(talks));
      }),
    );
  });

  it('moves by no more half-steps than a third of the talks that came since, whatever they were', () => {
    fc.assert(
      fc.property(fc.array(anyTalk, { minLength: 4, maxLength: 24 }), (talks) => {
        const days = [...new Set(talks.map(({ day }) => day))].toSorted();
        const until = (index: number) => estimateLevel(talks.filter(({ day }) => day <= (days[index] ?? '')));
        const values = days.map((_day, index) => until(index));
        for (const [from, before] of values.entries())
          for (const after of values.slice(from + 1))
            if (before && after)
              expect(Math.abs(after.level - before.level)).toBeLessThanOrEqual(
                Math.floor((after.talks - before.talks + 2) / 3),
              );
      }),
    );
  });

  it('is a level with material: half a step is not the next level', () => {
    expect([levelOfStep(5), stepName(5), levelOfStep(10), stepName(10)]).toEqual(['B1', 'B1+', 'C2', 'C2']);
  });
});
