import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkValue, parseRules } from './engine.ts';
import { ruleTable, type RuleCase } from './rule-table.ts';
import { rules } from './rules.ts';

const passes = (row: RuleCase, value: unknown): boolean =>
  checkValue(value, row.rules, { values: row.values ?? {}, ...(row.type ? { type: row.type } : {}) }).length === 0;

describe.each(ruleTable)('$rules $type $values', (row) => {
  test('accepts', () => {
    expect(row.accepted.filter((value) => !passes(row, value))).toEqual([]);
  });
  test('refuses', () => {
    expect(row.refused.filter((value) => passes(row, value))).toEqual([]);
  });
});

const nameOf = (row: RuleCase): string => parseRules(row.rules)[0]?.name ?? '';

test('every rule has an accepting and a refusing row', () => {
  const shown = (side: 'accepted' | 'refused'): string[] => ruleTable.filter((row) => row[side].length > 0).map(nameOf);
  for (const side of ['accepted', 'refused'] as const)
    expect(Object.keys(rules).filter((name) => !shown(side).includes(name))).toEqual([]);
});

test('no rule throws, whatever the value', () => {
  fc.assert(
    fc.property(fc.anything(), fc.constantFrom(...ruleTable), (value, row) => {
      expect(Array.isArray(checkValue(value, row.rules, { values: row.values ?? {} }))).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

// `npm run check -- patterns` proves that no pattern backtracks; here nothing recurses or throws.
test('every rule judges a long text', () => {
  const fills = [
    'a',
    '1',
    ' ',
    '.',
    'a.',
    '1.',
    'a-',
    ':',
    '1:',
    '中',
    '中·',
    '::',
    'a@',
    '-',
    "'",
    '[',
    '(',
    '/',
    '\n',
    '😀',
  ];
  for (const row of ruleTable) {
    for (const fill of fills) {
      const text = `${fill.repeat(20_000)}!`;
      expect(typeof passes(row, text), `${String(row.rules)} on ${JSON.stringify(fill)}`).toBe('boolean');
    }
  }
});

test('the check character of an ID number detects every single wrong digit', () => {
  const good = '440308199901101512';
  for (let index = 0; index < 18; index += 1) {
    for (const digit of '0123456789'.replace(good[index] ?? '', '')) {
      expect(checkValue(good.slice(0, index) + digit + good.slice(index + 1), 'id_card', { values: {} })).toHaveLength(
        1,
      );
    }
  }
});
