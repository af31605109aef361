import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { adminOf } from '../../../../test/session-users.ts';
import { useSession } from '../../../app/session.ts';
import { MediaPicker, type LibraryItem } from './media-picker.tsx';

const rows: LibraryItem[] = [
  { id: 3, title: '问候', kind: 1, cover: null, duration_sec: 40 },
  { id: 4, title: '道别', kind: 1, cover: null, duration_sec: 20 },
];
const folders = [{ id: 7, name: '外语', parent_id: null, file_count: 1, version: 1 }];
const realFetch = globalThis.fetch;
let queries: URLSearchParams[] = [];
beforeEach(() => {
  queries = [];
  globalThis.fetch = async (url) => {
    const { pathname, searchParams } = new URL(String(url), 'http://school.test');
    if (pathname.endsWith('/tree')) return Response.json({ data: folders, with_children: [], is_cut: false });
    queries.push(searchParams);
    return new Response(JSON.stringify({ data: rows, total: 2 }), { headers: { 'content-type': 'application/json' } });
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
  useSession.setState({ user: null });
});

const open = (props: { multiple?: boolean; kind?: 1 | 2 }) => {
  const chosen: number[][] = [];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MediaPicker {...props} choose={(items) => chosen.push(items.map(({ id }) => id))} close={() => undefined} />
    </QueryClientProvider>,
  );
  return chosen;
};
const confirm = (): void => void fireEvent.click(screen.getAllByRole('button').at(-1) as HTMLElement);

it('passes on the selected files, in that order', async () => {
  const chosen = open({ multiple: true });
  fireEvent.click(await screen.findByRole('checkbox', { name: /道别/ }));
  fireEvent.click(screen.getByRole('checkbox', { name: /问候/ }));
  confirm();
  expect(chosen).toEqual([[4, 3]]);
});

it('offers ready files of the kind, and allows one of them', async () => {
  const chosen = open({ kind: 2 });
  fireEvent.click(await screen.findByRole('radio', { name: /道别/ }));
  fireEvent.click(screen.getByRole('radio', { name: /问候/ }));
  confirm();
  expect(chosen).toEqual([[3]]);
  expect([queries[0]?.get('where[status]'), queries[0]?.get('where[kind]')]).toEqual(['3', '2']);
});

it('looks in a folder and those below it, or outside of all; what is selected stays', async () => {
  useSession.setState({ user: adminOf({ permissions: ['admin.media-folders.list', 'admin.media-folders.delete'] }) });
  const chosen = open({ multiple: true });
  const last = () => [queries.at(-1)?.get('where[folder_id][below]'), queries.at(-1)?.get('where[folder_id]')];
  fireEvent.click(await screen.findByRole('checkbox', { name: /道别/ }));
  fireEvent.click(await screen.findByRole('button', { name: '外语' }));
  await waitFor(() => expect(last()).toEqual(['7', null]));
  expect(screen.queryByRole('button', { name: 'media.folders.delete' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'media.folders.none' }));
  await waitFor(() => expect(last()).toEqual([null, 'null']));
  fireEvent.click(screen.getByRole('checkbox', { name: /问候/ }));
  confirm();
  expect(chosen).toEqual([[4, 3]]);
});
