import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { Money } from './money.tsx';

const none = { paid: 0, before: 0, orders: 0, refunded: 0, cards: 49_900 };

it('shows today, this week or this month against the one before', () => {
  render(
    <MemoryRouter>
      <Money
        money={{
          today: none,
          week: { paid: 15_000, before: 10_000, orders: 3, refunded: 0, cards: null },
          month: { ...none, paid: 90_000 },
          days: [],
        }}
      />
    </MemoryRouter>,
  );
  expect(screen.getByText('¥0.00')).toBeTruthy();
  expect(screen.getByText('¥499.00')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'admin.dashboard.spans.week' }));
  expect(screen.getByText('¥150.00')).toBeTruthy();
  expect(screen.getByText(/admin\.dashboard\.against\.week/)).toBeTruthy();
  expect(screen.queryByText('admin.dashboard.cards')).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'admin.dashboard.spans.month' }));
  expect(screen.getByText(/admin\.dashboard\.sums_before\.month/)).toBeTruthy();
});

it('has the fourteen days as a table for those who do not see the bars', () => {
  const days = [
    { day: '2026-11-25', amount: 29_900 },
    { day: '2026-11-26', amount: 0 },
  ];
  render(
    <MemoryRouter>
      <Money money={{ today: none, week: none, month: none, days }} />
    </MemoryRouter>,
  );
  const table = screen.getByRole('table', { name: 'admin.dashboard.fortnight' });
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['2026-11-25¥299.00', '2026-11-26¥0.00']);
});

it('says that nothing came in instead of drawing days without income', () => {
  render(
    <MemoryRouter>
      <Money money={{ today: none, week: none, month: none, days: [{ day: '2026-11-26', amount: 0 }] }} />
    </MemoryRouter>,
  );
  expect(screen.getByText('admin.dashboard.no_income')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});
