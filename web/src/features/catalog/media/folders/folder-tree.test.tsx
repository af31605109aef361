import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, createEvent, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mediaFolders } from '@kaike/shared/resources/catalog/media-folders';
import { adminOf } from '../../../../../test/session-users.ts';
import { useSession } from '../../../../app/session.ts';
import { cellOf } from '../../../../kit/list/rows/cell-of.tsx';
import { useListState } from '../../../../kit/list/use-list-state.ts';
import type { BesideProps } from '../../../../kit/resource-view.ts';
import { useReload } from '../../../../kit/use-resource.ts';
import { wordsOf } from '../../../../kit/words/use-words.ts';
import { FolderTree } from './folder-tree.tsx';
import { resourceView } from './media-folders.resource.tsx';

const folders = [
  { id: 1, name: '外语', parent_id: null, file_count: 3, version: 1 },
  { id: 2, name: '数学', parent_id: null, file_count: null, version: 4 },
];
const below = [{ id: 5, name: '口语', parent_id: 1, file_count: 2, version: 1 }];
const realFetch = globalThis.fetch;
let writes: string[] = [];
let client: QueryClient;

beforeEach(() => {
  writes = [];
  client = new QueryClient();
  globalThis.fetch = async (url, init) => {
    const { pathname, searchParams } = new URL(String(url), 'http://school.test');
    if (init?.method && init.method !== 'GET') {
      writes.push(`${init.method} ${pathname.replace('/web-api', '')} ${String(init.body)}`);
      return Response.json({ id: 9 }, { status: 201 });
    }
    if (pathname.endsWith('/tree'))
      return Response.json(
        searchParams.get('parent') === '1'
          ? { data: below, with_children: [], is_cut: false }
          : { data: folders, with_children: [1], is_cut: false },
      );
    return Response.json({ _token: 'T' });
  };
});
afterEach(() => {
  vi.useRealTimers();
  globalThis.fetch = realFetch;
});

function Library({ drop, isFixed = false }: { drop: BesideProps['drop']; isFixed?: boolean }) {
  const state = useListState();
  const { search } = useLocation();
  return (
    <>
      <FolderTree state={state} drop={drop} isFixed={isFixed} />
      <output>{decodeURIComponent(search)}</output>
    </>
  );
}

function open(
  permissions: readonly string[],
  search = '',
  { drop = null, isFixed = false }: Partial<ComponentProps<typeof FolderTree>> = {},
): void {
  cleanup();
  useSession.setState({ user: adminOf({ permissions: permissions.map((name) => `admin.media-folders.${name}`) }) });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[`/admin/media${search}`]}>
        <Library drop={drop} isFixed={isFixed} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const address = (): string | null => screen.getByRole('status').textContent;

it('shows how many files a folder has, up to those that are counted', async () => {
  open(['list']);
  await screen.findByRole('button', { name: '数学' });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['外语3', '数学10,000+']),
  );
});

it('the list of folders says the same of them', () => {
  const words = wordsOf((key) => key, mediaFolders.name);
  const sources = { definition: mediaFolders, maps: {}, view: resourceView as never, words };
  const texts = folders.map((row) => render(cellOf(sources, 'file_count', row)).container.textContent);
  expect(texts).toEqual(['3', '10,000+']);
});

it('shows the files of a folder and of those in it; what is searched stays', async () => {
  open(['list'], '?where[_keyword]=问候');
  fireEvent.click(await screen.findByRole('button', { name: '外语' }));
  await waitFor(() => expect(address()).toBe('?where[_keyword]=问候&where[folder_id][below]=1'));
  fireEvent.click(screen.getByRole('button', { name: 'media.folders.open' }));
  expect((await screen.findByRole('button', { name: '口语' })).getAttribute('aria-current')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'media.folders.none' }));
  await waitFor(() => expect(address()).toBe('?where[_keyword]=问候&where[folder_id]=null'));
  fireEvent.click(screen.getByRole('button', { name: 'media.folders.all' }));
  await waitFor(() => expect(address()).toBe('?where[_keyword]=问候'));
});

it('makes a folder inside the open one, renames it by Enter, and leaves it by Escape', async () => {
  open(['list', 'create', 'update'], '?where[folder_id][below]=2');
  fireEvent.click(await screen.findByRole('button', { name: 'media.folders.new' }));
  const name = await screen.findByRole('textbox', { name: 'media.folders.new_in' });
  fireEvent.change(name, { target: { value: ' 几何 ' } });
  fireEvent.keyDown(name, { key: 'Enter' });
  await waitFor(() => expect(address()).toBe('?where[folder_id][below]=9'));
  expect(writes).toEqual(['POST /admin/media-folders {"name":"几何","parent_id":2}']);
  open(['list', 'update'], '?where[folder_id][below]=2');
  fireEvent.click(await screen.findByRole('button', { name: 'media.folders.rename' }));
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  fireEvent.click(await screen.findByRole('button', { name: 'media.folders.rename' }));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '算术' } });
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' });
  await waitFor(() => expect(writes.at(-1)).toBe('PUT /admin/media-folders/2 {"name":"算术","version":4}'));
});

it('a new folder is among the choices elsewhere, and one made elsewhere is in the tree', async () => {
  const choices = ['media-folders', 'options', ''];
  client.setQueryData(choices, []);
  open(['list', 'create']);
  fireEvent.click(await screen.findByRole('button', { name: 'media.folders.new' }));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '几何' } });
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' });
  await waitFor(() => expect(client.getQueryState(choices)?.isInvalidated).toBe(true));
  const elsewhere = renderHook(() => useReload('media-folders'), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  folders.push({ id: 9, name: '几何', parent_id: null, file_count: 0, version: 1 });
  act(() => elsewhere.result.current());
  expect(await screen.findByRole('button', { name: '几何' })).toBeDefined();
  folders.pop();
});

it('the tree belongs to the folders, and loads again with the files they count', async () => {
  open(['list']);
  await screen.findByRole('button', { name: '数学' });
  const tree = client.getQueryCache().find({ queryKey: ['media-folders', 'list', 'tree', 0, ''] });
  const files = renderHook(() => useReload('media'), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  act(() => files.result.current());
  await waitFor(() => expect(tree?.state.dataUpdateCount).toBe(2));
});

it('offers only what the person may do', async () => {
  open(['list'], '?where[folder_id][below]=2');
  await screen.findByRole('button', { name: '数学' });
  expect(
    screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent),
  ).toEqual(['media.folders.all', 'media.folders.none', 'media.folders.open', '外语', '数学']);
});

it('is only chosen from where files are looked for', async () => {
  open(['list', 'create', 'update', 'delete'], '?where[folder_id][below]=2', { isFixed: true });
  await screen.findByRole('button', { name: '数学' });
  expect(screen.queryByRole('button', { name: /new|rename|delete/ })).toBeNull();
});

/** happy-dom forgets where the pointer went. */
function leave(target: HTMLElement, to: HTMLElement): void {
  const event = createEvent.dragLeave(target);
  Object.defineProperty(event, 'relatedTarget', { value: to });
  fireEvent(target, event);
}

it('a closed folder opens under files that are held over it, not under those that pass', async () => {
  open(['list'], '', { drop: { is_open: true, take: () => undefined } });
  const name = await screen.findByRole('button', { name: '外语' });
  const folder = name.closest('li') as HTMLElement;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const hold = (): void => {
    fireEvent.dragOver(folder);
    act(() => void vi.advanceTimersByTime(600));
  };
  hold();
  leave(folder, name);
  expect(folder.dataset['over']).toBe('true');
  leave(folder, document.body);
  hold();
  expect(screen.getByLabelText('media.folders.open').getAttribute('aria-expanded')).toBe('false');
  act(() => void vi.advanceTimersByTime(600));
  vi.useRealTimers();
  expect(await screen.findByRole('button', { name: '口语' })).toBeDefined();
});
