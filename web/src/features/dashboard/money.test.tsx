import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { Money } from './money.tsx';

it('has the fourteen days as a table for those who do not see the bars', () => {
  const days = [
    { day: '2026-11-25', amount: 29_900 },
    { day: '2026-11-26', amount: 0 },
  ];
  render(
    <MemoryRouter>
      <Money money={{ today: 0, yesterday: 0, orders: 0, refunded: 0, month: 29_900, days }} />
    </MemoryRouter>,
  );
  const table = screen.getByRole('table', { name: 'admin.dashboard.fortnight' });
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['2026-11-25¥299.00', '2026-11-26¥0.00']);
});
