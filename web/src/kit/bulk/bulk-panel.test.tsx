import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BulkRun } from '@kaike/shared/contracts/office/bulk-runs';
import { bulkState } from '@kaike/shared/domain/office/bulk-run';
import { switchLocale } from '../../app/wording.ts';
import { findBulk, openRun, startBulk, useBulk } from './bulk-state.ts';
import { BulkTools } from './bulk-tools.tsx';
import { useRun } from './use-run.ts';

const base: BulkRun = {
  id: 4,
  resource: 'teachers',
  action: 'delete',
  state: bulkState.running,
  total: 400,
  looked: 200,
  done: 199,
  failed_count: 1,
  error: '',
  may_restore: false,
  created_at: '2026-11-20T08:00:00.000Z',
  ended_at: null,
};
let run = base;
let requests: { method: string; path: string; body: Record<string, unknown>; key: string | undefined }[] = [];
const realFetch = globalThis.fetch;
const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
let client: QueryClient;

// The first load of the widgets exceeds the default timeout.
beforeAll(async () => void (await import('./bulk-panel.tsx')), 60_000);
beforeEach(async () => {
  await switchLocale('zh-CN');
  [run, requests] = [base, []];
  client = new QueryClient();
  globalThis.fetch = async (url, init) => {
    const path = new URL(String(url), 'http://kaike.test').pathname.replace('/web-api', '');
    if (path.includes('/open/token')) return json({ _token: 't' });
    if (path.includes('/open/')) return json({});
    const method = init?.method ?? 'GET';
    if (method === 'POST')
      requests.push({
        method,
        path,
        body: JSON.parse(String(init?.body ?? '{}')) as Record<string, unknown>,
        key: new Headers(init?.headers).get('X-Idempotency-Key') ?? undefined,
      });
    if (path === '/admin/bulk-runs') return method === 'GET' ? json({ data: [run] }) : json({ run });
    return json({ run, failures: [{ id: 9, title: '王老师', code: 'record.in_use', message: '仍有课程使用' }] });
  };
});
afterEach(() => {
  act(() => useBulk.setState({ id: null, is_listed: false }));
  client.clear();
  globalThis.fetch = realFetch;
});

const show = () =>
  render(
    <QueryClientProvider client={client}>
      <BulkTools />
    </QueryClientProvider>,
  );

describe('the panel of a bulk run', () => {
  it('is hidden before a run starts, then shows progress and why rows were refused', async () => {
    const { container } = show();
    expect(container.innerHTML).toBe('');
    await act(async () => void (await startBulk({ resource: 'teachers', action: 'delete', ids: [1] }, 'start-key-1')));
    expect(requests).toMatchObject([
      { path: '/admin/bulk-runs', body: { resource: 'teachers', action: 'delete', ids: [1] }, key: 'start-key-1' },
    ]);
    expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('50');
    fireEvent.click(await screen.findByRole('button', { expanded: false }));
    expect((await screen.findByText(/王老师/)).textContent).toContain('仍有课程使用');
  });

  it('reloads the changed list when it ends, and offers undo and the sheet', async () => {
    let reloads = 0;
    client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'invalidate' && event.query.queryKey[0] === 'teachers')
        reloads += 1;
    });
    client.setQueryData(['teachers', 'list', ''], {});
    show();
    act(() => openRun(4));
    await screen.findByRole('progressbar');
    run = { ...base, state: bulkState.finished, looked: 400, done: 399, may_restore: true, ended_at: base.created_at };
    await act(async () => {
      await client.refetchQueries({ queryKey: ['bulk-runs', 4] });
    });
    await waitFor(() => expect(reloads).toBe(1));
    expect(screen.getByRole('link').getAttribute('href')).toContain('/admin/bulk-runs/4/results.xlsx');
    fireEvent.click(screen.getByRole('button', { name: /撤销删除|Undo/ }));
    await waitFor(() =>
      expect(requests).toMatchObject([
        { path: '/admin/bulk-runs', body: { action: 'restore', resource: 'teachers', of_run: 4 } },
      ]),
    );
  });

  it('continues after an error only on request, and can be stopped', async () => {
    run = { ...base, state: bulkState.failed, error: '没有权限。' };
    show();
    act(() => openRun(4));
    expect(await screen.findByText('没有权限。')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /继\s?续|Resume/ }));
    await waitFor(() => expect(requests.at(-1)?.path).toBe('/admin/bulk-runs/4/resume'));
    // A button that still works on the other request ignores a press.
    await waitFor(() => {
      fireEvent.click(screen.getByRole('button', { name: /停\s?止|Stop/ }));
      expect(requests.at(-1)?.path).toBe('/admin/bulk-runs/4/cancel');
    });
  });
});

describe('findBulk', () => {
  it('shows a run in progress and ignores ended ones', async () => {
    run = { ...base, state: bulkState.finished };
    await findBulk();
    expect(useBulk.getState().id).toBeNull();
    run = base;
    await findBulk();
    expect(useBulk.getState().id).toBe(4);
  });
});

it('when a run ends, what shows something of its resource loads again, too', async () => {
  const key = ['folders', 'list', 'tree'];
  await client.prefetchQuery({ queryKey: key, queryFn: () => [], meta: { reloaded_with: base.resource } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useRun(base.id), { wrapper });
  await waitFor(() => expect(result.current.data?.run.state).toBe(bulkState.running));
  expect(client.getQueryState(key)?.isInvalidated).toBe(false);
  run = { ...base, state: bulkState.finished };
  await act(() => client.refetchQueries({ queryKey: ['bulk-runs', base.id] }));
  await waitFor(() => expect(client.getQueryState(key)?.isInvalidated).toBe(true));
});
