import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import accountWords from 'virtual:locale/account';
import { NoticeRow } from './notice-row.tsx';

const notice = {
  id: 1,
  title: '停课通知',
  body: '<p>本周六<strong>停课</strong>一天。</p>',
  delivered_at: '2026-11-20T08:00:00.000Z',
  read_at: null,
  path: null,
};

test('shows a notice with its formatting, and marks it as read once', async () => {
  let read = 0;
  const { container } = render(
    <ul>
      <NoticeRow
        notice={notice}
        read={() => {
          read += 1;
        }}
      />
    </ul>,
  );
  expect(screen.queryByText('停课')).toBeNull();
  const details = container.querySelector('details');
  // The browser fires its own event for it.
  act(() => {
    if (details) details.open = true;
  });
  expect((await screen.findByText('停课')).tagName).toBe('STRONG');
  expect(container.textContent).not.toContain('<p>');
  expect(read).toBe(1);
});

test('leads to the page that shows more', async () => {
  await accountWords.load();
  render(
    <MemoryRouter>
      <NoticeRow notice={{ ...notice, path: '/home/learning-records/week?day=2026-11-16' }} read={() => undefined} />
    </MemoryRouter>,
  );
  const link = screen.getByText('查看详情');
  expect(link.getAttribute('href')).toBe('/home/learning-records/week?day=2026-11-16');
});
