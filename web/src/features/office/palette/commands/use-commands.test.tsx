import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import paletteWords from 'virtual:locale/palette';
import type { MenuEntry } from '@kaike/shared/contracts/auth/start';
import { useMenu } from '../../../../app/menu.ts';
import { findCommands } from './find-commands.ts';
import { useCommands } from './use-commands.ts';
import { useWholeMenu } from './use-whole-menu.ts';

beforeAll(() => paletteWords.load());
afterEach(() => {
  vi.restoreAllMocks();
  useMenu.setState({ menus: [] });
});

const page = (resource: string, name: string) =>
  ({
    group: 'admin',
    status: 1,
    resource,
    action: 'list',
    is_page: 1,
    in_menu: true,
    is_named: true,
    name,
    url: `/admin/${resource}`,
  }) as unknown as MenuEntry;
const Provider = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
);

it.each([
  ['退款', ['/admin/pay-orders']],
  ['充值', ['/admin/agencies', '/admin/card-num-logs']],
  ['实名', ['/admin/members']],
  ['订单', ['/admin/pay-orders']],
  ['排课', []],
])('finds a page by its synonyms (%s), if the menu contains it', (text, urls) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => undefined));
  const menus = [
    page('pay-orders', '订单管理'),
    page('agencies', '机构管理'),
    page('card-num-logs', '额度流水'),
    page('members', '学员管理'),
    page('cards', '学习卡'),
  ];
  const { result } = renderHook(() => useCommands(paletteWords.useT(), { menus, is_loading: false }), {
    wrapper: Provider,
  });
  expect(findCommands(result.current, text).map(({ url }) => url)).toEqual(urls);
});

it('begins with the pages the app has, and asks for what can be done on them when it opens', async () => {
  const courses = page('courses', '课程管理');
  const create = { ...courses, action: 'create', is_page: 0 };
  const urls: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    urls.push(String(url));
    return Response.json(String(url).includes('/open/menu') ? { menus: [courses, create] } : { keys: [] });
  });
  useMenu.setState({ menus: [courses] });
  const { result } = renderHook(() => useCommands(paletteWords.useT(), useWholeMenu()), { wrapper: Provider });
  const keys = (): string[] => result.current.map(({ key }) => key).filter((key) => key.includes('courses'));
  expect(keys()).toEqual(['page:/admin/courses']);
  await waitFor(() => expect(keys()).toEqual(['page:/admin/courses', 'create:courses']));
  expect(urls.filter((url) => url.includes('/open/menu'))).toEqual([expect.stringMatching(/open\/menu\?json=1$/)]);
});
