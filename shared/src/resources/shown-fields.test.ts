import { expect, it } from 'vitest';
import { writableFields } from '../kit/resource.ts';
import { shownFields } from '../kit/shown-when.ts';
import { findResource } from './index.ts';

const formOf = (name: string, values: Record<string, unknown>, when: 'create' | 'update' = 'create'): string[] =>
  shownFields(writableFields(findResource(name)?.fields ?? {}, when), values).map(([key]) => key);

it.each<[string, Record<string, unknown>, string[]]>([
  ['admins', { bind_existing: true }, ['password', 'name', 'mobile_phone']],
  ['apps', { platform: 'ios' }, ['file', 'sha256']],
  ['search-terms', { kind: 1 }, ['sort']],
  ['search-terms', { kind: 3 }, ['sort']],
  ['courses', { is_free: true }, ['list_price', 'sale_price']],
  ['products', { type: 2 }, ['course_ids', 'stack_rule']],
  ['products', { term_mode: 3 }, ['term_value']],
])('%s with %j hides fields that have no effect', (name, values, hidden) => {
  for (const key of hidden) {
    expect(formOf(name, values)).not.toContain(key);
    expect(findResource(name)?.fields).toHaveProperty([key]);
  }
});

it('shows fields that have an effect', () => {
  expect(formOf('admins', {})).toEqual(expect.arrayContaining(['password', 'name', 'mobile_phone']));
  expect(formOf('admins', { bind_existing: null }, 'update')).toContain('name');
  expect(formOf('apps', {})).toEqual(expect.arrayContaining(['file', 'url', 'sha256']));
  expect(formOf('search-terms', { kind: 2 })).toContain('sort');
  expect(formOf('courses', {})).toEqual(expect.arrayContaining(['list_price', 'sale_price']));
});
