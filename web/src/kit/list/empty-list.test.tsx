import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { resources } from '@kaike/shared/resources/index';
import { wordsOf } from '../words/use-words.ts';
import { EmptyList } from './empty-list.tsx';

const texts: Record<string, string> = {
  'resources.webhooks.name': 'Webhooks',
  'resources.webhooks.unit': '{count} webhook',
  'kit.new': 'New {name}',
  'kit.empty': 'No {name} yet',
};
const words = wordsOf(
  (key, params = {}) => (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String(params[name])),
  'webhooks',
);

it('creates the first row where it may, and drops the filters of a list that has none because of them', () => {
  const [create, reset] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const { rerender } = render(<EmptyList words={words} filtered={false} reset={reset} create={create} />);
  fireEvent.click(screen.getByRole('button', { name: 'New webhook' }));
  expect(create).toHaveBeenCalledOnce();
  rerender(<EmptyList words={words} filtered reset={reset} create={create} />);
  fireEvent.click(screen.getByRole('button', { name: 'lists.clear_filters' }));
  expect(reset).toHaveBeenCalledOnce();
  rerender(<EmptyList words={words} filtered={false} reset={reset} create={null} />);
  expect(screen.queryByRole('button')).toBeNull();
});

/** Texts of the catalogues, by the file that has them. */
const catalogues = import.meta.glob<{ resources: Record<string, { fields: Record<string, string> }> }>(
  '../../../../shared/src/locales/*/resources/*.json',
  { eager: true, import: 'default' },
);
const textsOf = (locale: string, name: string) =>
  catalogues[`../../../../shared/src/locales/${locale}/resources/${name}.json`]?.resources[name];

it.each(['zh-CN', 'zh-TW', 'en'])('names no two fields of one form alike in %s', (locale) => {
  const alike = resources.flatMap(({ name, form = [] }) => {
    const names = form.flatMap(({ fields }) => fields.flatMap((key) => textsOf(locale, name)?.fields[key] ?? []));
    return names.filter((one, place) => names.indexOf(one) !== place).map((one) => `${name}: ${one}`);
  });
  expect(alike).toEqual([]);
});
