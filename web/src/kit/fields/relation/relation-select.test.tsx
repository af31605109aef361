import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RelationSelect } from './relation-select.tsx';

const realFetch = globalThis.fetch;
const products = [
  { id: 3, label: '入学礼包' },
  { id: 4, label: '年卡' },
];
let value: unknown;
let searches: string[];

beforeEach(() => {
  [value, searches] = [null, []];
  globalThis.fetch = async (url) => {
    const keyword = new URL(String(url), 'http://localhost').searchParams.get('keyword');
    if (keyword) {
      searches.push(keyword);
      return new Promise<Response>(() => undefined);
    }
    return new Response(JSON.stringify({ data: products }), { headers: { 'content-type': 'application/json' } });
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

it('a match that is listed stays while its search is under way, and the others go', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RelationSelect resource="products" value={[]} multiple label="商品" onChange={(next) => (value = next)} />
    </QueryClientProvider>,
  );
  const input = screen.getByRole('combobox');
  fireEvent.mouseDown(input);
  await screen.findByTitle('年卡');
  await act(async () => void fireEvent.change(input, { target: { value: '入学' } }));
  expect(screen.queryByTitle('年卡')).toBeNull();
  const match = screen.getByTitle('入学礼包');
  await waitFor(() => expect(searches).toEqual(['入学']));
  expect(screen.getByTitle('入学礼包')).toBe(match);
  await act(async () => void fireEvent.click(match));
  expect(value).toEqual([3]);
});
