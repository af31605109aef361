import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { field, type Field } from '@kaike/shared/kit/field';
import { RangeOfDays } from './range-of-days.tsx';
import type { FilterProps } from './filter-props.ts';

afterEach(() => void vi.useRealTimers());

/** What the filter asks for when “today” is chosen. */
async function chooseToday(of: Field): Promise<unknown> {
  // Half past midnight in the school, where it is still March in Greenwich.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-31T16:30:00Z') });
  const set = vi.fn<(change: Record<string, string | null>) => void>();
  const state = { get: () => '', all: () => [], set } as unknown as FilterProps['state'];
  const props = { name: 'created_at', field: of, state, id: 'days', done: () => undefined } as unknown as FilterProps;
  render(<RangeOfDays {...props} />);
  await screen.findByRole('listbox');
  fireEvent.click(screen.getAllByRole('option')[0] as HTMLElement);
  return set.mock.lastCall?.[0];
}

it('asks for the moments of the day it is in the school, from its first to its last', async () => {
  expect(await chooseToday(field.date_time())).toEqual({
    'where[created_at][0]': '2026-03-31T16:00:00.000Z',
    'where[created_at][1]': '2026-04-01T15:59:59.999Z',
  });
});

it('asks for days as they are where the field has days', async () => {
  expect(await chooseToday(field.date())).toEqual({
    'where[created_at][0]': '2026-04-01',
    'where[created_at][1]': '2026-04-01',
  });
});
