import { describe, expect, test } from 'vitest';
import { isMenuPage, isPageAllowed, menuRoutes, type AccessMenu } from './menu-access.ts';

const menu = (overrides: Partial<AccessMenu> = {}): AccessMenu => ({
  id: 1,
  url: '/admin/courses',
  method: [1],
  status: 1,
  group: 'admin',
  is_page: true,
  ...overrides,
});

describe('isPageAllowed', () => {
  const menus = [
    menu(),
    menu({ url: '/admin/index' }),
    menu({ url: '/admin/courses/{id}' }),
    menu({ url: '/admin/roles', method: [2, 4] }),
    menu({ url: '/admin/logs', status: 2 }),
    menu({ url: '/admin/areas', disabled: 1 }),
    menu({ url: '/admin/apps', _is_deleted: true }),
    menu({ url: null }),
    menu({ url: '' }),
  ];
  test.each([
    '/admin/courses',
    '/admin/courses/',
    '/admin/courses?page=2#x',
    'admin/courses',
    '/admin',
    '/admin/',
    '/admin/index',
    '/admin/courses/12',
    '/403',
    '/open/404',
    '/home/500',
    '/admin/503',
    '/member/403',
  ])('%s is allowed', (path) => {
    expect(isPageAllowed(path, menus)).toBe(true);
  });
  test.each([
    '/admin/roles',
    '/admin/logs',
    '/admin/areas',
    '/admin/apps',
    '/admin/courses/12/x',
    '/admin/course',
    '/home',
    '/',
    '',
    '/admin/x/403',
    '/shop/403',
    '/403x',
  ])('%s is not allowed', (path) => {
    expect(isPageAllowed(path, menus)).toBe(false);
  });
  test('a resource allows its edit pages, a single page only itself', () => {
    const resource = menu({ url: '/admin/subjects', resource_id: 7 });
    expect(isPageAllowed('/admin/subjects/12', [resource])).toBe(true);
    expect(isPageAllowed('/admin/subjects/12/x', [resource])).toBe(false);
    expect(isPageAllowed('/admin/subjects/12', [menu({ url: '/admin/subjects' })])).toBe(false);
    expect(
      isPageAllowed('/admin/subjects/export', [menu({ url: '/admin/subjects', resource_id: 7, is_page: 0 })]),
    ).toBe(false);
  });
  test('without a menu only error pages are allowed', () => {
    expect([isPageAllowed('/admin', []), isPageAllowed('/403', [])]).toEqual([false, true]);
  });
});

describe('isMenuPage', () => {
  test.each<[boolean, Partial<AccessMenu>]>([
    [true, {}],
    [true, { is_page: 1, env: [] }],
    [true, { env: 'local' }],
    [true, { env: ['testing', 'local'] }],
    [true, { env: '' }],
    [false, { status: 2 }],
    [false, { status: 0 }],
    [false, { disabled: true }],
    [false, { is_page: 0 }],
    [false, { group: 'shop' }],
    [false, { url: '' }],
    [false, { url: null }],
    [false, { env: 'production' }],
    [false, { env: ['testing'] }],
    [false, { _is_deleted: 1 }],
  ])('%s for %j', (isPage, overrides) => {
    expect(isMenuPage(menu(overrides), 'local')).toBe(isPage);
  });
});

test('menuRoutes groups by first segment, with list and edit pages of resources and the index alias', () => {
  const routes = menuRoutes(
    [
      menu({ id: 1, url: '/admin/index' }),
      menu({ id: 2, resource_id: 7 }),
      menu({ id: 3, url: '/home/index', group: 'home', resource_id: 8 }),
      menu({ id: 4, url: '/open/other-login/{type}', group: 'open' }),
      menu({ id: 5, url: '/admin/developments', env: 'local' }),
      menu({ id: 6 }),
      menu({ id: 7, url: '/elsewhere' }),
      menu({ id: 8, url: '/admin/agencies/index' }),
    ],
    'production',
  );
  expect(routes).toEqual({
    open: [{ menu_id: 4, path: '/open/other-login/:type', page: 'single' }],
    home: [{ menu_id: 3, path: '/home/index', page: 'list', alias: '/home' }],
    member: [],
    admin: [
      { menu_id: 1, path: '/admin/index', page: 'single', alias: '/admin' },
      { menu_id: 2, path: '/admin/courses', page: 'list' },
      { menu_id: 2, path: '/admin/courses/:id', page: 'edit' },
      { menu_id: 8, path: '/admin/agencies/index', page: 'single' },
    ],
  });
});
