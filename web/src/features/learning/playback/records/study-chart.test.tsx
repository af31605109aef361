import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import accountWords from 'virtual:locale/account';
import { StudyChart } from './study-chart.tsx';

beforeAll(() => accountWords.load());

it('names the days of the week in one sign, which leaves room for text twice as large, and reads them out in full', () => {
  const days = Array.from({ length: 14 }, (_day, index) => ({
    day: `2026-11-${16 + index}`,
    study_sec: 0,
    lessons_done: 0,
  }));
  render(<StudyChart days={days} today="2026-11-24" />);
  const items = screen.getAllByRole('listitem');
  expect(items.map((item) => item.lastElementChild?.textContent).join('')).toBe('一二三四五六日');
  expect(items[1]?.title).toContain('星期二');
});

it('draws no bar for a day of this week that is still to come', () => {
  const days = Array.from({ length: 14 }, (_day, index) => ({
    day: `2026-11-${16 + index}`,
    study_sec: index < 9 ? 600 : 0,
    lessons_done: 0,
  }));
  render(<StudyChart days={days} today="2026-11-24" />);
  const isDrawn = screen.getAllByRole('listitem').map((item) => {
    const bar = item.querySelector<HTMLElement>('[aria-hidden] i:last-child');
    return bar?.style.visibility !== 'hidden';
  });
  expect(isDrawn).toEqual([true, true, false, false, false, false, false]);
});
