import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadScenes } from '../ai-scenes/public.ts';
import { findMistakes } from './find-mistakes.ts';
import { allRules } from './rules/rules.ts';
import { withFixes } from './stored-corrections.ts';

const examplesOf = (text: string): string[] => text.split('|');
const linesOf = (name: string): string[] =>
  readFileSync(new URL(`../../../test/talk/corrections/${name}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n');

it('has eighty rules and more, each with its own code and three examples of each kind', () => {
  expect(allRules.length).toBeGreaterThanOrEqual(80);
  expect(new Set(allRules.map(({ code }) => code)).size).toBe(allRules.length);
  for (const { wrong, right } of allRules) expect([wrong, right].map((one) => examplesOf(one).length)).toEqual([3, 3]);
});

it.each(allRules.map((rule) => [rule.code, rule] as const))(
  '%s finds its examples, and nothing in right ones',
  (code, rule) => {
    for (const text of examplesOf(rule.wrong)) {
      const mistake = findMistakes(text, 'B2').find((one) => one.code === code);
      expect(mistake, text).toBeDefined();
      const fixed = withFixes(text, mistake ? [mistake] : []);
      expect(
        findMistakes(fixed, 'B2').map((one) => one.code),
        fixed,
      ).not.toContain(code);
    }
    for (const text of examplesOf(rule.right)) expect(findMistakes(text, 'B2'), text).toEqual([]);
  },
);

/** Written by the author of the rules, before the rules: the figures flatter them. */
it('finds most mistakes of the sentences written before the rules, and flags hardly a right one', () => {
  const wrong = linesOf('wrong');
  const missed = wrong.filter((line) => {
    const [from, to] = [line.indexOf('['), line.indexOf(']') - 1];
    const text = line.replace(/[[\]]/g, '');
    return !findMistakes(text, 'B1').some((one) => one.from < to && from < one.to);
  });
  const right = linesOf('right');
  const flagged = right.filter((line) => findMistakes(line, 'B2').length > 0);
  const share = 1 - missed.length / wrong.length;
  console.info(
    `corrections: ${(share * 100).toFixed(1)} % of ${wrong.length} found, ${flagged.length} of ${right.length} right ones flagged`,
  );
  expect([wrong.length >= 120, right.length >= 200]).toEqual([true, true]);
  expect(share).toBeGreaterThanOrEqual(0.65);
  expect(flagged.length / right.length).toBeLessThanOrEqual(0.02);
});

function linesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'en' in value && typeof value.en === 'string' && !value.en.includes('{') ? [value.en] : [];
  return [...own, ...Object.values(value).flatMap(linesIn)];
}

it('finds nothing in the lines of the shipped scenes, which other people wrote', async () => {
  const lines = [...new Set(linesIn(await loadScenes()))];
  expect(lines.length).toBeGreaterThan(500);
  expect(lines.filter((line) => findMistakes(line, 'C2').length > 0)).toEqual([]);
});

it.each([
  'My name is Will Young and I met Mark Very Like in May Fair.',
  "Xi'an Noodles and Lily Price are near Open Light.",
  'um, well, I, er, I think so',
  "I ain't gonna do it, dude!",
  '',
  '。。。 ??? ... -- []{}',
  '我 very 喜欢',
])('leaves names, style and what is no sentence alone: %s', (text) => {
  expect(findMistakes(text, 'C2')).toEqual([]);
});

it('knows where a mistake stands in a longer text, and what replaces it', () => {
  const text = "Hello. I'm agree with you! Yesterday I go home.";
  expect(withFixes(text, findMistakes(text, 'A1'))).toBe('Hello. I agree with you! Yesterday I went home.');
});

it('keeps some rules for later levels', () => {
  expect(findMistakes('There are less people today.', 'A1')).toEqual([]);
  expect(findMistakes('There are less people today.', 'B1')).toMatchObject([{ code: 'less_plural', fix: 'fewer' }]);
});

it('takes long and strange input as it comes', () => {
  expect(findMistakes('very '.repeat(5000), 'B1')).toEqual([]);
  expect(findMistakes(`${'because a '.repeat(400)}so I`, 'B1').length).toBeLessThan(5);
});
