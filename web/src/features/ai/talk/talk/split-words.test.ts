import { expect, it } from 'vitest';
import { splitWords } from './split-words.ts';

const shown = (line: string): string[] =>
  splitWords(line).map((group) => group.map(({ text, is_word }) => (is_word ? `[${text}]` : text)).join(''));

it.each([
  ['What size? I’d say "large".', ['[What]', '[size]?', '[I’d]', '[say]', '"[large]".']],
  ['  Tea, please… ', ['[Tea],', '[please]…']],
  ['', []],
])('%j is cut at spaces only', (line, groups) => expect(shown(line)).toEqual(groups));

it('a word knows its place', () => expect(splitWords('Hi, you')[1]?.[0]).toMatchObject({ text: 'you', at: 4 }));
