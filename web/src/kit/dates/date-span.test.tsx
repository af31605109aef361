import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { switchLocale } from '../../app/wording.ts';
import { DateSpan } from './date-span.tsx';
import { daysOfSpan } from '../list/filters/day-spans.ts';

const today = '2026-04-01';
const spanOf = (span: Parameters<typeof daysOfSpan>[0]): string[] => daysOfSpan(span, today);

let changes: string[][] = [];
function Probe({ max, optional = false }: { max?: string; optional?: boolean }) {
  const [days, setDays] = useState(['2026-03-01', '2026-03-09']);
  return (
    <DateSpan
      id="days"
      label="span"
      from={days[0] ?? ''}
      to={days[1] ?? ''}
      {...(max ? { max } : {})}
      isOptional={optional}
      onChange={(span) => {
        changes.push(span);
        setDays(span);
      }}
    />
  );
}
const start = (): HTMLInputElement => document.querySelector('#days') ?? document.createElement('input');
const end = (): HTMLInputElement => document.querySelector('#days-end') ?? document.createElement('input');
const open = async (): Promise<void> => {
  fireEvent.mouseDown(start());
  fireEvent.click(start());
  await screen.findByRole('listbox');
};

beforeEach(async () => {
  // Half past midnight in the school, where it is still March in Greenwich.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-31T16:30:00Z') });
  await switchLocale('zh-CN');
  changes = [];
});
afterEach(() => void vi.useRealTimers());

describe('DateSpan', () => {
  it('shows its days and applies a preset by a click', async () => {
    render(<Probe />);
    expect([start().value, end().value]).toEqual(['2026-03-01', '2026-03-09']);
    await open();
    fireEvent.click(screen.getAllByRole('option')[2] ?? start());
    expect(changes).toEqual([spanOf('last7')]);
    expect([start().value, end().value]).toEqual(spanOf('last7'));
  });

  it('ends its presets on the day it is in the school', async () => {
    render(<Probe />);
    await open();
    fireEvent.click(screen.getAllByRole('option')[0] ?? start());
    expect(changes).toEqual([[today, today]]);
  });

  it('moves through the presets by the arrow keys, announced to screen readers, and applies one by Enter', async () => {
    render(<Probe />);
    await open();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) fireEvent.keyDown(start(), { key });
    expect(screen.getByRole('option', { selected: true }).id).toBe('days-span-5');
    expect(start().getAttribute('aria-activedescendant')).toBe('days-span-5');
    fireEvent.keyDown(start(), { key: 'Enter' });
    expect(changes).toEqual([spanOf('last_month')]);
    await waitFor(() => expect(start().getAttribute('aria-activedescendant')).toBeNull());
  });

  it('limits a range to the last selectable day', async () => {
    const [from = ''] = spanOf('last30');
    render(<Probe max={from} />);
    await open();
    fireEvent.click(screen.getAllByRole('option')[3] ?? start());
    expect(changes).toEqual([[from, from]]);
  });

  it('can be cleared only when it is optional', () => {
    const { unmount } = render(<Probe />);
    expect(document.querySelector('.ant-picker-clear')).toBeNull();
    unmount();
    render(<Probe optional />);
    const clear = document.querySelector('.ant-picker-clear');
    if (!clear) throw new Error('nothing clears it');
    fireEvent.click(clear);
    expect(changes).toEqual([['', '']]);
  });
});
