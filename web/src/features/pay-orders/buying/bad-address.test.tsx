import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, it, vi } from 'vitest';
import { OrderPage } from './order.page.tsx';
import { ProductPage } from './product.page.tsx';

it.each([
  ['订单不存在', OrderPage],
  ['orders.product_gone', ProductPage],
])('shows %s for a URL without a number and sends no request', async (title, Page) => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/abc']}>
        <Routes>
          <Route path="/:id" element={<Page />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByText(title)).toBeTruthy();
  expect(fetched).not.toHaveBeenCalled();
});
