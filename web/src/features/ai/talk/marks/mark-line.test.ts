import { expect, it } from 'vitest';
import { markLine } from './mark-line.ts';

const marksOf = (content: string, span: string, fix: string): string => {
  const from = content.indexOf(span);
  const reason = { zh: '', en: '' };
  return markLine(content, [{ code: 'x', from, to: from + span.length, fix, reason }])
    .map(({ text, is_marked, above }) => (is_marked ? `[${text}|${above}]` : text))
    .join('');
};

it.each([
  ['I very like tea.', 'very like', 'really like', 'I [very|really] like tea.'],
  ['I listen music daily.', 'listen music', 'listen to music', 'I listen [|to]music daily.'],
  ['Though late, but we went.', 'but', '', 'Though late, [but|] we went.'],
  ['Where you are going?', 'you are', 'are you', 'Where [you are|are you] going?'],
])('%s: only what differs is marked', (content, span, fix, marked) => {
  expect(marksOf(content, span, fix)).toBe(marked);
});

it('leaves a line alone whose marks do not fit it', () => {
  const far = { code: 'x', from: 90, to: 95, fix: 'a', reason: { zh: '', en: '' } };
  expect(markLine('Hi.', [far])).toEqual([{ from: 0, text: 'Hi.', is_marked: false, above: '' }]);
});
