import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MenuEntry } from '@kaike/shared/contracts/auth/start';
import { useMenu } from '../../app/menu.ts';
import { SideMenu } from './side-menu.tsx';

const entry = (id: number, more: Partial<MenuEntry>): MenuEntry => ({
  id,
  parent_id: 0,
  name: `entry ${id}`,
  is_named: true,
  icons: 'users',
  description: '',
  url: `/admin/page-${id}`,
  method: [],
  status: 1,
  level: 4,
  left_margin: 0,
  right_margin: 0,
  is_page: 1,
  group: 'admin',
  resource_id: null,
  resource: null,
  action: null,
  is_out_link: 0,
  env: '',
  disabled: 0,
  wording: null,
  in_menu: true,
  is_link: false,
  ...more,
});
const area = (id: number, name: string, pages: number): MenuEntry[] => [
  entry(id, { name, level: 3, is_page: 0 }),
  ...Array.from({ length: pages }, (_, index) => entry(id * 100 + index, { parent_id: id })),
];

function renderMenu(menus: MenuEntry[], at: string, inDrawer = false): void {
  useMenu.setState({ menus, loading: false });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(['todo'], { items: [] });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <SideMenu inDrawer={inDrawer} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const linksOf = (): string[] => screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('{"items":[]}', { headers: { 'content-type': 'application/json' } }));
});
afterEach(() => {
  useMenu.setState({ menus: [], loading: true });
  vi.unstubAllGlobals();
});

it('with many pages the areas are a rail, and only the pages of the area in use are beside it', () => {
  renderMenu([...area(1, 'Home', 1), ...area(2, 'People', 6), ...area(3, 'Cards', 6)], '/admin/page-301');
  expect(linksOf().slice(0, 2)).toEqual(['/admin/page-100', '/admin/page-200']);
  expect(linksOf().slice(2)).toEqual([0, 1, 2, 3, 4, 5].map((index) => `/admin/page-30${index}`));
  expect(screen.getByRole('link', { current: 'page' }).getAttribute('href')).toBe('/admin/page-301');
});

it('one press on the area in use folds its pages, another shows them', () => {
  renderMenu([...area(2, 'People', 6), ...area(3, 'Cards', 7)], '/admin/page-301');
  const cards = screen.getByRole('button', { name: 'Cards', expanded: true });
  fireEvent.click(cards);
  expect(linksOf()).toEqual(['/admin/page-200']);
  fireEvent.click(screen.getByRole('button', { name: 'Cards', expanded: false }));
  expect(linksOf()).toHaveLength(8);
});

it('an area of one page has no second column', () => {
  renderMenu([...area(1, 'Home', 1), ...area(2, 'People', 12)], '/admin/page-100');
  expect(linksOf()).toEqual(['/admin/page-100', '/admin/page-200']);
  expect(screen.getByRole('link', { name: 'Home', current: 'page' })).toBeTruthy();
});

it.each([
  ['twelve pages', 6, false],
  ['a drawer', 9, true],
])('%s: no rail, but all pages under the names of their areas', (_, pages, inDrawer) => {
  renderMenu([...area(2, 'People', pages), ...area(3, 'Cards', pages)], '/admin/page-301', inDrawer);
  expect(linksOf()).toHaveLength(2 * pages);
  expect(within(screen.getByRole('region', { name: 'Cards' })).getAllByRole('link')).toHaveLength(pages);
});
