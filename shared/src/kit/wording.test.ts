import { describe, expect, test } from 'vitest';
import { createTranslator, hasWording, mergeCatalogues, wordingKeys } from './wording.ts';

const zh = { cards: { created: '已生成 {count} 张卡', title: '卡片' }, errors: { 'card.expired': '卡已过期' } };
const en = {
  cards: {
    created: '{count, plural, =0 {No cards} one {# card} other {# cards}} made for {name}',
    title: 'Cards',
    only_english: 'English only',
    owner: "{name}'s {count, plural, one {card by {name}} other {cards}}",
  },
};
const t = createTranslator({ locale: 'zh-CN', catalogues: [zh, en] });
const tEn = createTranslator({ locale: 'en', catalogues: [en] });

describe('translate', () => {
  test('uses the language, then the fallback, then the key', () => {
    expect(t('cards.title')).toBe('卡片');
    expect(t('cards.only_english')).toBe('English only');
    expect(t('cards.unknown')).toBe('cards.unknown');
    expect(t('cards')).toBe('cards');
    expect(t('constructor')).toBe('constructor');
  });
  test('chooses the branch for several for an amount that is written out', () => {
    const amounts = ['1–2', '1,000', '$&'].map((count) => tEn('cards.created', { count, name: 'us' }));
    expect(amounts).toEqual(['1–2 cards made for us', '1,000 cards made for us', '$& cards made for us']);
  });
  test('finds a key that is dotted in the file', () => {
    expect(t('errors.card.expired')).toBe('卡已过期');
  });
  test('fills in parameters and leaves unknown ones unchanged', () => {
    expect(t('cards.created', { count: 3 })).toBe('已生成 3 张卡');
    expect(t('cards.created')).toBe('已生成 {count} 张卡');
    expect(t('cards.created', { count: '{name}' })).toBe('已生成 {name} 张卡');
    expect(createTranslator({ locale: 'en', catalogues: [{ a: 'Use {{name}} or {toString}' }] })('a')).toBe(
      'Use {{name}} or {toString}',
    );
  });
  test('groups the digits of amounts, not of identifiers', () => {
    const chinese = createTranslator({
      locale: 'zh-CN',
      catalogues: [{ rows: '共 {count} 行，第 {row} 行', some: '{count, plural, other {# 张}}' }],
    });
    expect([
      chinese('rows', { count: 39_000, row: 2001 }),
      chinese('rows', { count: '39000', row: 1 }),
      chinese('some', { count: 1100 }),
    ]).toEqual(['共 39,000 行，第 2001 行', '共 39000 行，第 1 行', '1,100 张']);
  });
  test.each([
    [0, 'No cards made for Li'],
    [1, '1 card made for Li'],
    [5, '5 cards made for Li'],
  ])('plural of %i', (count, text) => {
    expect(tEn('cards.created', { count, name: 'Li' })).toBe(text);
  });
  test('a branch may contain a parameter', () => {
    expect(tEn('cards.owner', { count: 1, name: 'Li' })).toBe("Li's card by Li");
  });
});

test('mergeCatalogues joins the files of a language', () => {
  const merged = mergeCatalogues([{ a: { b: '1', c: '2' } }, { a: { b: '3' }, d: '4' }]);
  expect(wordingKeys(merged).sort()).toEqual(['a.b', 'a.c', 'd']);
  expect(createTranslator({ locale: 'en', catalogues: [merged] })('a.b')).toBe('3');
  expect([hasWording(merged, 'a.c'), hasWording(merged, 'a'), hasWording(zh, 'cards.title')]).toEqual([
    true,
    false,
    true,
  ]);
});
