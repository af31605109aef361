import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MediaPicker, type LibraryItem } from './media-picker.tsx';

const rows: LibraryItem[] = [
  { id: 3, title: '问候', kind: 1, cover: null, duration_sec: 40 },
  { id: 4, title: '道别', kind: 1, cover: null, duration_sec: 20 },
];
const realFetch = globalThis.fetch;
let queries: URLSearchParams[] = [];
beforeEach(() => {
  queries = [];
  globalThis.fetch = async (url) => {
    queries.push(new URL(String(url), 'http://school.test').searchParams);
    return new Response(JSON.stringify({ data: rows, total: 2 }), { headers: { 'content-type': 'application/json' } });
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
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
