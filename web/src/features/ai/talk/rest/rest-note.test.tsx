import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import talkWords from 'virtual:locale/talk';
import { RestNote } from './rest-note.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const title = '您已经聊了 2 小时，休息一下吧';
const minute = 60_000;

it('reminds of a break after two hours, across talks and reloads, until it is put away', async () => {
  await talkWords.load();
  const start = Date.parse('2026-11-24T04:00:00Z');
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  let talk = render(<RestNote turns={0} />);
  for (let turn = 0; turn < 12; turn++) {
    vi.setSystemTime(start + turn * 10 * minute);
    // Halfway another talk begins.
    if (turn === 6) {
      talk.unmount();
      talk = render(<RestNote turns={6} />);
    }
    talk.rerender(<RestNote turns={turn + 1} />);
    expect(screen.queryByText(title)).toBeNull();
  }
  vi.setSystemTime(start + 120 * minute);
  talk.rerender(<RestNote turns={13} />);
  expect(screen.getByRole('status').textContent).toContain(title);
  fireEvent.click(screen.getByRole('button', { name: '知道了' }));
  expect(screen.queryByText(title)).toBeNull();
  vi.setSystemTime(start + 130 * minute);
  talk.rerender(<RestNote turns={14} />);
  expect(screen.queryByText(title)).toBeNull();
});
