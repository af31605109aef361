import { fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { SpeedMenu } from './speed-menu.tsx';

/** A screen of this size, for max-width and max-height queries. */
function setScreen(width: number, height: number): void {
  const matches = (part: string): boolean => {
    const [, side, most] = /max-(width|height): (\d+)px/.exec(part) ?? [];
    return most !== undefined && (side === 'width' ? width : height) <= Number(most);
  };
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.split(',').some(matches) }));
}
afterEach(() => vi.unstubAllGlobals());

it.each([
  [375, 812],
  [812, 375],
])('offers every speed in a sheet on a phone of %i × %i, where the video is lower than the list', (width, height) => {
  setScreen(width, height);
  const chosen: number[] = [];
  render(<SpeedMenu rate={1} maximum={2} onRate={(rate) => chosen.push(rate)} />);
  fireEvent.click(screen.getByRole('button'));
  const sheet = screen.getByRole('dialog');
  expect(
    within(sheet)
      .getAllByRole('button', { name: /×/ })
      .map((button) => button.textContent),
  ).toEqual(['2×', '1.75×', '1.5×', '1.25×', '1×', '0.75×']);
  fireEvent.click(within(sheet).getByRole('button', { name: '2×' }));
  expect(chosen).toEqual([2]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('offers them in a list over the video elsewhere', () => {
  setScreen(1440, 900);
  render(<SpeedMenu rate={1} maximum={2} onRate={() => undefined} />);
  fireEvent.click(screen.getByRole('button'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(within(screen.getByRole('group')).getAllByRole('button')).toHaveLength(6);
});
