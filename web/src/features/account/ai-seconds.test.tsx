import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it } from 'vitest';
import accountWords from 'virtual:words/account';
import { AiSecondsPage } from './ai-seconds.page.tsx';

const realFetch = globalThis.fetch;
beforeAll(() => accountWords.load());
afterEach(() => {
  globalThis.fetch = realFetch;
});

it.each([
  [{ seconds_left: 0, free_sec_today: 600 }, '今天还可免费 10 分钟', ['没有剩余时长']],
  [{ seconds_left: 120, free_sec_today: 600 }, '还剩 2 分钟', ['没有剩余时长']],
  [{ seconds_left: 0, free_sec_today: 0 }, '没有剩余时长', ['今天还可免费']],
])('of %o it says %s', async (seconds, heading, absent) => {
  globalThis.fetch = () =>
    Promise.resolve(
      new Response(JSON.stringify({ ...seconds, seconds_held: 0, entries: [] }), {
        headers: { 'content-type': 'application/json' },
      }),
    );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <AiSecondsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: heading });
  for (const text of absent) expect(screen.queryByText(new RegExp(text))).toBeNull();
});
