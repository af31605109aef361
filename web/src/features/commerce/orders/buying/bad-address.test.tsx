import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../../../../test/render-page.tsx';
import { OrderPage } from './order.page.tsx';
import { ProductPage } from './product.page.tsx';

it.each([
  ['订单不存在', OrderPage],
  ['orders.product_gone', ProductPage],
])('shows %s for a URL without a number and sends no request', async (title, Page) => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  renderPage(<Page />, { path: '/:id', at: '/abc' });
  expect(await screen.findByText(title)).toBeTruthy();
  expect(fetched).not.toHaveBeenCalled();
});
