import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { adminOf } from '../../../test/session-users.ts';
import { useSession } from '../../app/session.ts';
import { CountsPage } from './counts-page.tsx';

const realFetch = globalThis.fetch;
let grouping: (string | null)[] = [];

beforeEach(() => {
  grouping = [];
  useSession.setState({ user: adminOf({}) });
  globalThis.fetch = async (url) => {
    const { pathname, searchParams } = new URL(String(url), 'http://localhost');
    if (pathname.endsWith('/ai-counts')) grouping.push(searchParams.get('by'));
    return Response.json({ _token: 'T', data: { rows: [], totals: {} } });
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

const definition = {
  name: 'ai-counts',
  title: 'AI 成本',
  by: ['day', 'vendor'],
  figures: [],
  narrow: {},
  listOf: () => null,
} as const;

it.each([
  ['vendor', 'vendor'],
  ['people', 'day'],
  ['', 'day'],
])('counts by what its address names, and by day where that is unknown: %j', async (by, counted) => {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[`/admin/ai-counts?by=${by}`]}>
        <CountsPage definition={definition} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByText('statistics.empty')).toBeTruthy();
  expect(grouping).toEqual([counted]);
});
