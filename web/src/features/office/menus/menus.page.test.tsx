import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { adminOf } from '../../../../test/session-users.ts';
import { useMenu } from '../../../app/menu.ts';
import { useSession } from '../../../app/session.ts';
import { endNotices } from '../../../kit/testing/end-notices.tsx';
import { MenusPage } from './menus.page.tsx';

const node = (id: number, key: string) => ({
  id,
  parent_id: null,
  key,
  names: { 'zh-CN': key },
  wording: null,
  url: '',
  descriptions: {},
  icons: 'folder',
  status: 1,
  type: 'folder',
  is_custom: false,
  is_protected: false,
  actions: 0,
  roles: 0,
  is_enabled: true,
  env: [],
  alias: '',
  plugin: '',
  use: '',
  middleware: [],
  params: [],
  responses: [],
});
const learning = node(1, '教学');
const people = node(2, '人员');
const realFetch = globalThis.fetch;
const rowHeight = 40;
let order = [learning, people];
let puts: unknown[];

beforeEach(() => {
  [order, puts] = [[learning, people], []];
  useSession.setState({
    user: adminOf({ permissions: ['status', 'create', 'update', 'delete'].map((name) => `admin.menus.${name}`) }),
  });
  globalThis.fetch = async (url, init) => {
    const { pathname } = new URL(String(url), 'http://school.test');
    if (init?.method === 'PUT') {
      puts.push(JSON.parse(String(init.body)));
      order = [people, learning];
    }
    if (pathname.endsWith('/open/menu')) return Response.json({ menus: order.map(({ id, key }) => ({ id, key })) });
    return Response.json({ _token: 'T', nodes: order, revision: 'r1', is_local: true });
  };
  // Rows have places, which no layout gives them here.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function place(this: Element) {
    const row = this.closest('li');
    const at = row?.parentElement ? [...row.parentElement.children].indexOf(row) : 0;
    return new DOMRect(0, at * rowHeight, 300, rowHeight);
  });
});
afterEach(async () => {
  await endNotices();
  globalThis.fetch = realFetch;
  useSession.setState({ user: null });
  useMenu.setState({ menus: [], loading: true });
});

const press = (target: Element, code: string): Promise<void> =>
  act(async () => void fireEvent.keyDown(target, { code, key: code }));

it('the sidebar follows an order that was dragged and saved', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MenusPage />
    </QueryClientProvider>,
  );
  const [handle] = await screen.findAllByRole('button', { name: 'kit.tree.handle' });
  if (!handle) throw new Error('no handle');
  handle.focus();
  await press(handle, 'Space');
  await waitFor(() => expect(handle.getAttribute('aria-pressed')).toBe('true'));
  await press(document.body, 'ArrowDown');
  await press(document.body, 'Space');
  fireEvent.click(await screen.findByText('resources.menus.save_order'));
  await waitFor(() => expect(puts).toHaveLength(1));
  expect(puts[0]).toMatchObject({ positions: [{ id: 2 }, { id: 1 }], revision: 'r1' });
  await waitFor(() => expect(useMenu.getState().menus.map(({ id }) => id)).toEqual([2, 1]));
});
