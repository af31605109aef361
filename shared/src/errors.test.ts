import { describe, expect, test } from 'vitest';
import type { Locale } from './locales/languages.ts';
import { errors } from './errors.ts';
import { createTranslator, hasWording, wordingKeys, type Catalogue } from './kit/wording.ts';
import en from './locales/en/errors.json' with { type: 'json' };
import zhCn from './locales/zh-CN/errors.json' with { type: 'json' };
import zhTw from './locales/zh-TW/errors.json' with { type: 'json' };

const codes = Object.keys(errors);
const catalogues: [Locale, Catalogue][] = [
  ['zh-CN', zhCn],
  ['en', en],
  ['zh-TW', zhTw],
];

test('every code is domain.reason with an error status', () => {
  expect(codes.filter((code) => !/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/.test(code))).toEqual([]);
  expect(Object.values(errors).filter((status) => status < 400 || status > 599)).toEqual([]);
});

describe.each(catalogues)('%s', (locale, catalogue) => {
  test('has wording for every code and for nothing else', () => {
    expect(codes.filter((code) => !hasWording(catalogue, `errors.${code}`))).toEqual([]);
    expect(wordingKeys(catalogue).filter((key) => !codes.includes(key.slice('errors.'.length)))).toEqual([]);
  });

  test('ends every sentence and has no exclamation mark', () => {
    const t = createTranslator({ locale, catalogues: [catalogue] });
    const texts = codes.map((code) => t(`errors.${code}`));
    expect(texts.filter((text) => !/[。.]$/.test(text) || /[!！]/.test(text))).toEqual([]);
  });

  test('says token where the page token is meant, because the app looks for that word', () => {
    expect(createTranslator({ locale, catalogues: [catalogue] })('errors.csrf.token')).toContain('token');
  });
});
