import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSplitter } from './split-sentences.ts';

const split = (text: string): string[] => createSplitter()(text, true).map(({ from, to }) => text.slice(from, to));

it.each([
  ['Good morning, Dr. Smith! How are you today?', ['Good morning, Dr. Smith!', 'How are you today?']],
  ['Yes. We open at 9 a.m. and close late. See you then!', ['Yes. We open at 9 a.m. and close late.', 'See you then!']],
  ['It costs 3.50 dollars in total. Thanks', ['It costs 3.50 dollars in total.', 'Thanks']],
  ['J. R. Smith wrote that. "Really?" she asked him.', ['J. R. Smith wrote that.', '"Really?" she asked him.']],
  ['今天天气很好，我们去公园吧。你觉得怎么样？好', ['今天天气很好，我们去公园吧。', '你觉得怎么样？好']],
  ['   ', []],
])('splits %j', (text, sentences) => {
  expect(split(text)).toEqual(sentences);
});

it('cuts a growing text as it cuts the whole one, and loses nothing but spaces', () => {
  const texts = fc.array(fc.constantFrom('Hello', 'Dr.', 'yes.', 'no!', '  ', 'a.m.', '3.5', 'coffee?', '好。', '\n'), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(texts, (parts) => {
      const text = parts.join(' ');
      const grow = createSplitter();
      const spans = [...text].map((_letter, index) => grow(text.slice(0, index + 1), false)).flat();
      spans.push(...grow(text, true));
      expect(spans.map(({ from, to }) => text.slice(from, to))).toEqual(split(text));
      expect(
        spans
          .map(({ from, to }) => text.slice(from, to))
          .join('')
          .replaceAll(/\s/g, ''),
      ).toBe(text.replaceAll(/\s/g, ''));
    }),
  );
});
