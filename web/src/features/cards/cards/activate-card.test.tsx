import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { formatSecret, makeSecret } from '@kaike/shared/domain/cards/card-secret';
import { configOf } from '../../../../test/client-config.ts';
import { renderPage } from '../../../../test/render-page.tsx';
import { useConfig } from '../../../app/config.ts';
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
it('goes back from the preview to the code, which is still filled in', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) =>
    Response.json(String(address).includes('preview') ? preview : { _token: 'T', data: [] }),
  );
  renderPage(<ActivateCardPage />);
  fireEvent.paste(screen.getByRole('textbox'), { clipboardData: { getData: () => secret } });
  const heading = await screen.findByRole('heading', { name: /口语年卡/ });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await waitFor(() => expect(history.state).toMatchObject({ overlay: expect.any(Number) }));
  expect(screen.queryByRole('textbox')).toBeNull();
  act(() => history.back());
  expect((await screen.findByRole<HTMLInputElement>('textbox')).value).toBe(secret);
});

it.each([true, false])('leads to the shop only while something is on sale: %s', async (canBuy) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ data: [], can_buy: canBuy }));
  renderPage(<ActivateCardPage />);
  await screen.findByText('cards.wallet.empty');
  expect(screen.getByRole('link', { name: 'pages.personage' }).getAttribute('href')).toBe('/home/personage/index');
  expect(screen.queryAllByRole('link', { name: 'orders.entry' })).toHaveLength(canBuy ? 1 : 0);
});

it('says whom to ask', async () => {
  useConfig.setState({ config: configOf({ support: { phone: '400-800-1234' } }) });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ data: [], can_buy: false }));
  renderPage(<ActivateCardPage />);
  expect(await screen.findByRole('button', { name: 'common.support.title' })).toBeTruthy();
  useConfig.setState({ config: null });
});
