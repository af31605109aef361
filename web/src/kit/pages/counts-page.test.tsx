import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { adminOf } from '../../../test/session-users.ts';
import { useSession } from '../../app/session.ts';
import { CountsPage } from './counts-page.tsx';

let grouping: (string | null)[] = [];
let days: (string | null)[] = [];

beforeEach(() => {
  grouping = [];
  days = [];
  useSession.setState({ user: adminOf({}) });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const { pathname, searchParams } = new URL(String(url), 'http://localhost');
    if (pathname.endsWith('/ai-counts')) {
      grouping.push(searchParams.get('by'));
      days.push(searchParams.get('from'), searchParams.get('to'));
    }
    return Response.json({ _token: 'T', data: { rows: [], totals: {} } });
  });
});
afterEach(() => void vi.useRealTimers());

const definition = {
  name: 'ai-counts',
  title: 'AI 成本',
  by: ['day', 'vendor'],
  figures: [],
  narrow: {},
  listOf: () => null,
} as const;

function show(address: string): void {
  renderPage(<CountsPage definition={definition} />, { at: address });
}

it('counts the thirty days that end on the day it is in the school', async () => {
  // An hour past midnight in the school, where it is still March in Greenwich.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-31T17:00:00Z') });
  show('/admin/ai-counts');
  expect(await screen.findByText('statistics.empty')).toBeTruthy();
  expect(days).toEqual(['2026-03-03', '2026-04-01']);
});

it.each([
  ['vendor', 'vendor'],
  ['people', 'day'],
  ['', 'day'],
])('counts by what its address names, and by day where that is unknown: %j', async (by, counted) => {
  show(`/admin/ai-counts?by=${by}`);
  expect(await screen.findByText('statistics.empty')).toBeTruthy();
  expect(grouping).toEqual([counted]);
});
