import { render, screen, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import agencyWords from 'virtual:locale/agencies';
import { WeekBars } from './week-bars.tsx';

beforeAll(() => agencyWords.load());

const week = (monday: string, issued: number, activated: number) => ({ monday, issued, activated });

it('draws the weeks, and has the same numbers as a table', () => {
  const { container } = render(<WeekBars weeks={[week('2026-11-16', 1200, 3), week('2026-11-23', 0, 6)]} />);
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual(['11-161,2003', '11-2306']);
  const heights = [...container.querySelectorAll('rect[class]')].map((bar) => Number(bar.getAttribute('height')));
  expect(heights).toEqual([72, 3, 1, 3]);
});

it('says so when there were no cards', () => {
  render(<WeekBars weeks={[week('2026-11-23', 0, 0)]} />);
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByText('近 12 周没有发出卡，也没有激活')).toBeTruthy();
});
