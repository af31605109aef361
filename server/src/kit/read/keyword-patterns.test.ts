import { expect, it } from 'vitest';
import { indexedPiece, keywordPatterns } from './keyword-patterns.ts';

it.each<[string, string[][]]>([
  ['外教口语', [['外教口语']]],
  ['ＡＩ外教', [['ai%外教'], ['ａｉ外教']]],
  ['AI　外教', [['ai', '外教']]],
  ['口語課', [['口語課'], ['口语课']]],
  ['英语（一）', [['英语_一_']]],
  ['古丽米热•艾比', [['古丽米热_艾比']]],
  ['50%', [['50\\%']]],
  ['（', [['('], ['（']]],
  ['138 0000', [['138', '0000']]],
])('%s is looked for as %j', (keyword, patterns) => {
  expect(keywordPatterns(keyword)).toEqual(patterns);
});

it('an index finds pieces between the wildcards', () => {
  expect(indexedPiece(keywordPatterns('ai外教'))).toBe(2);
  expect(indexedPiece(keywordPatterns('外教口语'))).toBe(4);
  expect(indexedPiece(keywordPatterns('外教 口语课'))).toBe(3);
});
