import { expect, it } from 'vitest';
import { pickBySeed } from './seeded-random.ts';
import {
  coverColorNames,
  leastUsedColor,
  nearestCoverColor,
  parseCoverStyle,
  styleOfTitle,
  writeCoverStyle,
} from './cover-style.ts';

it.each([
  ['商务邮件写作', 'letter'],
  ['雅思口语 7 分班', 'talk'],
  ['旅行英语随身学', 'hill'],
  ['英语写作入门', 'lines'],
  ['英语发音精讲', 'sound'],
  ['大学英语四级冲刺', 'stairs'],
  ['税法精讲', 'balance'],
  ['Python 数据分析', 'map'],
])('the motif of %s is %s', (title, motif) => {
  expect(styleOfTitle(title, 'xiang').motif).toBe(motif);
});

it('a title without a hint has a motif that suits any subject, the same each time', () => {
  const motifs = Array.from({ length: 60 }, (_, at) => styleOfTitle(`课程${at}`, 'xiang').motif);
  expect(motifs).toEqual(Array.from({ length: 60 }, (_, at) => styleOfTitle(`课程${at}`, 'xiang').motif));
  expect(new Set(motifs).size).toBeGreaterThan(5);
  expect(motifs).not.toContain('letter');
});

it('a style is read as it was written; what is missing or unknown follows from the title', () => {
  const style = { color: 'mohui', motif: 'balance', layout: 'slip' } as const;
  expect(parseCoverStyle(writeCoverStyle(style), '英语')).toEqual(style);
  expect(parseCoverStyle('', '商务邮件写作')).toMatchObject({ motif: 'letter', layout: 'row' });
  expect(parseCoverStyle('pink-ufo-slip', '商务邮件写作')).toMatchObject({ motif: 'letter', layout: 'slip' });
});

it('a colour comes again only after all twelve', () => {
  const uses = new Map<string, number>();
  const colors = Array.from({ length: 24 }, (_, at) => {
    const color = leastUsedColor(`课程${at}`, uses);
    uses.set(color, (uses.get(color) ?? 0) + 1);
    return color;
  });
  expect(new Set(colors.slice(0, 12)).size).toBe(12);
  expect(new Set(colors.slice(12)).size).toBe(12);
});

it('any colour has a nearest of the twelve', () => {
  expect(nearestCoverColor('#284a8c')).toBe('dailan');
  expect(nearestCoverColor('#ff2010')).toBe('zhusha');
  expect(nearestCoverColor('#ffffff')).toBe('ouhe');
});

it('choices for different purposes do not go together', () => {
  const pairs = Array.from({ length: 200 }, (_, at) =>
    ['a', 'b'].map((purpose) => pickBySeed(`${at}`, purpose, coverColorNames)).join(),
  );
  expect(new Set(pairs).size).toBeGreaterThan(90);
});
