import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { RouteTable } from './route-table.ts';

const tableOf = (...patterns: string[]): RouteTable<string> => {
  const table = new RouteTable<string>();
  for (const pattern of patterns) table.add('GET', pattern, pattern);
  return table;
};
const find = (table: RouteTable<string>, path: string) => {
  const match = table.find('GET', path);
  return match && { pattern: match.pattern, params: match.params };
};

describe('the route of an address', () => {
  const table = tableOf('/admin/cards', '/admin/cards/list', '/admin/cards/:id', '/admin/:area/:id/checks', '/admin/*');

  it.each([
    ['/admin/cards', '/admin/cards', {}],
    ['/admin/cards/list', '/admin/cards/list', {}],
    ['/admin/cards/7', '/admin/cards/:id', { id: '7' }],
    ['/admin/cards/list/checks', '/admin/:area/:id/checks', { area: 'cards', id: 'list' }],
    ['/admin/cards/', '/admin/cards', {}],
    ['/admin/cards/a%2Fb', '/admin/cards/:id', { id: 'a/b' }],
    ['/admin/cards/%E8%AF%BE', '/admin/cards/:id', { id: '课' }],
    ['/admin/cards/%zz', null, null],
    ['/admin/cards/7/8', '/admin/*', { '*': 'cards/7/8' }],
    [`/admin/cards/${'x'.repeat(101)}`, '/admin/*', { '*': `cards/${'x'.repeat(101)}` }],
    ['/admin', null, null],
    ['/constructor', null, null],
    ['/admin/cards/__proto__', '/admin/cards/:id', { id: '__proto__' }],
  ])('%s is %s', (path, pattern, params) => {
    expect(find(table, path)).toEqual(pattern && { pattern, params });
  });

  it('belongs to a method', () => {
    const table = tableOf('/admin/cards/list');
    table.add('POST', '/admin/cards/:id', 'change');
    expect(table.find('POST', '/admin/cards/list')).toMatchObject({ value: 'change', params: { id: 'list' } });
    expect(table.find('PUT', '/admin/cards/list')).toBeNull();
  });

  it('is known when it is added after the first request', () => {
    const table = tableOf('/admin/cards/list');
    expect(find(table, '/admin/cards/7')).toBeNull();
    table.add('GET', '/admin/cards/:id', 'card');
    expect(find(table, '/admin/cards/7')).toEqual({ pattern: '/admin/cards/:id', params: { id: '7' } });
  });

  it('has the values of its own parameters, whatever was tried before', () => {
    const deep = tableOf('/a/:first/b', '/:any/:second/:third');
    expect(find(deep, '/a/1/c')).toEqual({
      pattern: '/:any/:second/:third',
      params: { any: 'a', second: '1', third: 'c' },
    });
  });
});

it('refuses a second route at an address', () => {
  expect(() => tableOf('/admin/cards/:id', '/admin/cards/:number')).toThrow(
    'GET /admin/cards/:number is mounted twice.',
  );
});

it('uses the router inside Fastify, not a second copy', () => {
  const own = createRequire(import.meta.url);
  expect(own.resolve('find-my-way')).toBe(createRequire(own.resolve('fastify')).resolve('find-my-way'));
});
