import { expect, it } from 'vitest';
import { locales } from '@kaike/shared/locales/languages';
import { pages } from '@kaike/shared/pages/index';
import { loadCatalogue } from './wording.ts';

it.each(locales)('gives every page a title in %s', (locale) => {
  const words = loadCatalogue(locale);
  expect(pages.filter(({ key }) => !words[`pages.${key}`]).map(({ url, key }) => `${url}: pages.${key}`)).toEqual([]);
});

it('uses icons of the sprite', () => {
  const words = loadCatalogue('zh-CN');
  const unknown = pages.filter(({ icon }) => !(`kit_icons.${icon}` in words));
  expect(unknown.map(({ url, icon }) => `${url}: ${icon}`)).toEqual([]);
});
