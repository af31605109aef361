import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { fromRecords } from './account-header.tsx';
import { accountWords } from './account-words.ts';
import { CertificatePage } from './certificate.page.tsx';

afterEach(() => vi.restoreAllMocks());

const issued = { code: 'ABCD2345EFGH', name: '朱小红', member_no: 'X1', issued_at: '2026-11-20T04:00:00.000Z', study_sec: 3600, lesson_count: 3, courses: [] };

async function open(state?: object): Promise<void> {
  await accountWords.load();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(JSON.stringify({ certificates: [issued] }), { headers: { 'content-type': 'application/json' } }));
  render(<QueryClientProvider client={new QueryClient()}><MemoryRouter initialEntries={[{ pathname: '/', state }]}><CertificatePage /></MemoryRouter></QueryClientProvider>);
}

it('lists what was issued before, each to be downloaded and checked, without issuing another', async () => {
  await open();
  const row = within(await screen.findByRole('listitem'));
  expect(row.getByText('证明编号 ABCD2345EFGH')).toBeTruthy();
  expect(row.getByRole('button', { name: '下载 PDF' })).toBeTruthy();
  expect(row.getByRole('link', { name: '查验页面' }).getAttribute('href')).toContain('/open/certificates/ABCD2345EFGH');
  expect(vi.mocked(fetch).mock.calls.map(([url]) => String(url)).filter((url) => url.endsWith('/certificate'))).toEqual([]);
});

it.each([[fromRecords, '/home/learning-records'], [undefined, '/home/personage/index']])('goes back to where it was opened', async (state, to) => {
  await open(state);
  expect((await screen.findAllByRole('link'))[0]?.getAttribute('href')).toBe(to);
});
