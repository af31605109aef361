import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Sheet } from './sheet.tsx';

/** A history whose `back` navigates, as a browser's does. */
let entries: unknown[] = [];
const goBack = (): void => {
  entries.pop();
  history.replaceState(entries.at(-1), '');
  window.dispatchEvent(new PopStateEvent('popstate', { state: entries.at(-1) }));
};

beforeEach(() => {
  vi.useFakeTimers();
  entries = [{ idx: 3 }];
  history.replaceState(entries[0], '');
  const replace = history.replaceState.bind(history);
  vi.spyOn(history, 'pushState').mockImplementation((state) => {
    entries.push(state);
    replace(state, '');
  });
  vi.spyOn(history, 'back').mockImplementation(goBack);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const sheet = (isOpen: boolean, close: () => void) => (
  <Sheet open={isOpen} title="速度" onClose={close}>
    <p>2×</p>
  </Sheet>
);

it('going back closes a sheet and stays on the page', () => {
  const close = vi.fn<() => void>();
  render(sheet(true, close));
  act(() => {
    vi.runAllTimers();
  });
  expect(entries).toEqual([{ idx: 3 }, { idx: 3, overlay: expect.any(Number) }]);
  act(goBack);
  expect(close).toHaveBeenCalledTimes(1);
  expect(screen.getByText('2×')).toBeTruthy();
});

it('a sheet closed by hand leaves no history entry', () => {
  const { rerender } = render(sheet(true, () => undefined));
  act(() => {
    vi.runAllTimers();
  });
  rerender(sheet(false, () => undefined));
  act(() => {
    vi.runAllTimers();
  });
  expect(entries).toEqual([{ idx: 3 }]);
});

it('a sheet that navigates to a page leaves that page alone', () => {
  const { unmount } = render(sheet(true, () => undefined));
  act(() => {
    vi.runAllTimers();
  });
  history.pushState({ idx: 4 }, '');
  unmount();
  act(() => {
    vi.runAllTimers();
  });
  expect(entries.at(-1)).toEqual({ idx: 4 });
});
