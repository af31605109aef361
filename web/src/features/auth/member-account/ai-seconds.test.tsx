import { screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import accountWords from 'virtual:locale/account';
import { renderPage } from '../../../../test/render-page.tsx';
import { AiSecondsPage } from './ai-seconds.page.tsx';

beforeAll(() => accountWords.load());
it.each([
  [{ seconds_left: 0, free_sec_today: 600 }, '今天还可免费 10 分钟', ['没有剩余时长']],
  [{ seconds_left: 120, free_sec_today: 600 }, '还剩 2 分钟', ['没有剩余时长']],
  [{ seconds_left: 0, free_sec_today: 0 }, '没有剩余时长', ['今天还可免费']],
])('of %o it says %s', async (seconds, heading, absent) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ ...seconds, seconds_held: 0, entries: [] }),
  );
  renderPage(<AiSecondsPage />);
  await screen.findByRole('heading', { name: heading });
  for (const text of absent) expect(screen.queryByText(new RegExp(text))).toBeNull();
});
