import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { formatSecret, makeSecret } from '@kaike/shared/domain/cards/card-secret';
import { ActivateCardPage } from './activate-card.page.tsx';

const secret = formatSecret(makeSecret(Uint8Array.from({ length: 15 }, (_, index) => index * 11)));
const preview = {
  card: { id: 3, card_no: 'KK0001', secret_last4: 'AB23', status: 'new', redeem_end_at: null, is_claimed: false },
  product: { id: 5, title: '口语年卡', cover: null, intro: '' },
  courses: [],
  end_at: null,
  ai_seconds: 0,
  adds_nothing: false,
  shown: 'S',
};

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.restoreAllMocks());

it('goes back from the preview to the code, which is still filled in', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async (address) =>
      new Response(JSON.stringify(String(address).includes('preview') ? preview : { _token: 'T', data: [] }), {
        headers: { 'content-type': 'application/json' },
      }),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ActivateCardPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.paste(screen.getByRole('textbox'), { clipboardData: { getData: () => secret } });
  const heading = await screen.findByRole('heading', { name: /口语年卡/ });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await waitFor(() => expect(history.state).toMatchObject({ overlay: expect.any(Number) }));
  expect(screen.queryByRole('textbox')).toBeNull();
  act(() => history.back());
  expect((await screen.findByRole<HTMLInputElement>('textbox')).value).toBe(secret);
});

it.each([true, false])('leads to the shop only while something is on sale: %s', async (canBuy) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () =>
      new Response(JSON.stringify({ data: [], can_buy: canBuy }), { headers: { 'content-type': 'application/json' } }),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ActivateCardPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText('cards.wallet.empty');
  expect(screen.queryAllByRole('link', { name: 'orders.entry' })).toHaveLength(canBuy ? 1 : 0);
});
