import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import paletteWords from 'virtual:words/palette';
import type { MenuEntry } from '@kaike/shared/contracts/start';
import { useMenu } from '../../app/menu.ts';
import { findCommands } from './find-commands.ts';
import { useCommands } from './use-commands.ts';

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
  useMenu.setState({
    menus: [
      page('pay-orders', '订单管理'),
      page('agencies', '机构管理'),
      page('card-num-logs', '额度流水'),
      page('members', '学员管理'),
      page('cards', '学习卡'),
    ],
  });
  const { result } = renderHook(() => useCommands(paletteWords.useT()), { wrapper: Provider });
  expect(findCommands(result.current, text).map(({ url }) => url)).toEqual(urls);
});
