import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Home } from '@kaike/shared/contracts/home';
import { loadWording } from '../../app/wording.ts';
import { HomeIndexPage } from './home-index.page.tsx';

const realFetch = globalThis.fetch;
beforeEach(() => loadWording('home'));
afterEach(() => {
  globalThis.fetch = realFetch;
});

const empty: Home = {
  continue: null,
  courses: [],
  more_courses: 0,
  today_sec: 0,
  week_sec: 0,
  ai_seconds_left: 0,
  has_scenes: false,
  streak_days: 0,
  unread_notices: 0,
  new_courses: [],
};

async function openHome(fields: Partial<Home>): Promise<void> {
  globalThis.fetch = async () =>
    new Response(JSON.stringify({ ...empty, ...fields }), { headers: { 'content-type': 'application/json' } });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <HomeIndexPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
}

it.each([
  [{ ai_seconds_left: 630 }, 'AI 外教还剩 10 分钟'],
  [{ ai_seconds_left: 30, has_scenes: true }, '和 AI 外教聊一聊'],
  [{ has_scenes: true }, '和 AI 外教聊一聊'],
])('leads to the AI teacher with %j', async (fields, name) => {
  await openHome(fields);
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/home/ai-teacher');
});

it('does not without time and without scenes', async () => {
  await openHome({});
  expect(screen.queryByRole('link', { name: /外教/ })).toBeNull();
});
