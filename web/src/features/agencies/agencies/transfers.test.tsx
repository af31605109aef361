import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import agencyWords from 'virtual:locale/agencies';
import { Transfers } from './transfers.tsx';

afterEach(() => vi.restoreAllMocks());

it('repeats a failed offer with its key, and empties the form once one succeeded', async () => {
  await agencyWords.load();
  const keys: (string | null)[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    const isOffer = init?.method === 'POST';
    if (isOffer) keys.push(new Headers(init.headers).get('x-idempotency-key'));
    const isRefused = isOffer && keys.length === 1;
    const answer = isRefused ? { errors: { to_code: ['没有这个代理'] } } : { _token: 'T', data: [], id: 1 };
    return new Response(JSON.stringify(answer), {
      status: isRefused ? 422 : 200,
      headers: { 'content-type': 'application/json' },
    });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Transfers />
    </QueryClientProvider>,
  );
  const input = (id: string): HTMLInputElement => document.getElementById(id) as HTMLInputElement;
  const offer = async (): Promise<void> =>
    act(async () => {
      fireEvent.submit(input('to_code').form as HTMLFormElement);
    });
  fireEvent.change(input('to_code'), { target: { value: 'A0001' } });
  fireEvent.change(input('amount'), { target: { value: '10' } });
  await offer();
  expect(screen.getByRole('alert').textContent).toBe('没有这个代理');
  await waitFor(() => expect(document.activeElement).toBe(input('to_code')));
  await offer();
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
  expect([input('to_code').value, input('amount').value]).toEqual(['', '']);
});
