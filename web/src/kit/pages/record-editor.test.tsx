import type { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { subjects } from '@kaike/shared/resources/catalog/subjects';
import { collectNotices } from '../../../test/collect-notices.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { RecordEditor } from '../form/record-editor.tsx';
import { ResourceListPage } from '../resource-list.page.tsx';

type Answer = (url: string, method: string) => unknown;

let answer: Answer = () => ({});
let requests: string[] = [];
const failed = { status: 500, headers: { 'content-type': 'application/json' } };
const realFetch = globalThis.fetch;

beforeEach(() => {
  [requests, answer] = [[], () => ({})];
  globalThis.fetch = async (url, init) => {
    const body = String(url).includes('/open/token') ? { _token: 't' } : answer(String(url), init?.method ?? 'GET');
    if (init?.method === 'POST' && !String(url).includes('/open/')) requests.push(String(init.body));
    if (body instanceof Response) return body;
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

it('saves a new row and offers an empty form for the next one, or to cancel', async () => {
  answer = (_url, method) =>
    method === 'POST'
      ? { id: 31 }
      : {
          row: { id: 0, name: '', sort: 0, status: 1, intro: '', icon: '', remark: '', parent_id: null, cover: null },
          maps: {},
          permissions: ['create'],
          configUrl: {},
        };
  const [again, cancelled, saved] = [[] as number[], [] as number[], [] as number[]];
  renderPage(
    <RecordEditor
      definition={subjects}
      id={0}
      onSaved={(id) => saved.push(id)}
      onAgain={() => again.push(1)}
      onCancel={() => cancelled.push(1)}
    />,
  );
  const name = async (): Promise<HTMLInputElement> =>
    (await waitFor(() => {
      const input = document.getElementById('field-name');
      if (!input) throw new Error('not yet');
      return input;
    })) as HTMLInputElement;
  fireEvent.change(await name(), { target: { value: '口语' } });
  await act(async () => {
    fireEvent.click(screen.getByText('kit.save_and_new'));
  });
  await waitFor(() => expect(again).toEqual([1]));
  expect(requests[0]).toContain('口语');
  await waitFor(async () => expect((await name()).value).toBe(''));
  expect(saved).toEqual([]);
  fireEvent.click(screen.getByText('kit.cancel'));
  expect(cancelled).toEqual([1]);
});

/** A list of one subject, whose next loads fail as `fail` says. */
async function showList(): Promise<{ client: QueryClient; failAs: (fail: () => Response) => void }> {
  let fail: (() => unknown) | null = null;
  answer = (url) => {
    if (fail && !url.includes('/open/')) return fail();
    if (url.includes('/tree')) return { data: [{ id: 3, name: '口语', status: 1 }], with_children: [], is_cut: false };
    if (url.includes('/list'))
      return {
        data: [{ id: 3, name: '口语', status: 1 }],
        total: 1,
        total_exact: true,
        per_page: 20,
        current_page: 1,
        last_page: 1,
      };
    if (url.includes('saved-views')) return { views: [], look: null, roles: [] };
    return {
      list: { data: [] },
      maps: {},
      permissions: ['list', 'show'],
      configUrl: {},
      excel: { sheet: '', fileName: '', exportFields: {}, importFields: {} },
    };
  };
  const client = renderPage(<ResourceListPage />, { at: '/admin/subjects' });
  await screen.findByText('口语');
  return { client, failAs: (next) => (fail = next) };
}

it('says what failed in place of the rows alone: title, tabs and filters stay', async () => {
  answer = (url) => {
    if (url.includes('/list?') || url.includes('/tree'))
      return new Response('{"code":"server.error","message":"服务器内部错误。"}', {
        status: 500,
        headers: { 'content-type': 'application/json' },
      });
    if (url.includes('saved-views')) return { views: [], look: 'table', roles: [] };
    return { list: { data: [] }, maps: {}, permissions: ['list', 'show', 'create'], configUrl: {}, excel: {} };
  };
  const notices = collectNotices();
  renderPage(<ResourceListPage />, { at: '/admin/teachers' });
  const rows = await screen.findByRole('region', { name: 'name' });
  expect(await within(rows).findByRole('button', { name: 'kit.retry' })).toBeTruthy();
  expect(within(rows).getByRole('searchbox')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('name');
  expect(notices).toEqual([]);
});

it('keeps the rows while the network is down, and marks them as old', async () => {
  const { client, failAs } = await showList();
  failAs(() => {
    throw new TypeError('Failed to fetch');
  });
  await act(async () => {
    await client.invalidateQueries({ queryKey: ['subjects', 'list'] });
  });
  expect(await screen.findByText('kit.offline_old')).toBeTruthy();
  expect(screen.getByText('口语')).toBeTruthy();
});

it('keeps the rows when the server refuses to load them anew, says why and offers another try', async () => {
  const { client, failAs } = await showList();
  const refusal = JSON.stringify({ code: 'server.error', message: '服务器内部错误。' });
  failAs(() => new Response(refusal, { status: 500, headers: { 'content-type': 'application/json' } }));
  await act(async () => {
    await client.invalidateQueries({ queryKey: ['subjects', 'list'] });
  });
  const notice = await screen.findByText(/^kit\.old\b/);
  expect(screen.queryByText('kit.offline_old')).toBeNull();
  expect(screen.getByText('口语')).toBeTruthy();
  expect(within(notice).getByRole('button', { name: 'kit.retry' })).toBeTruthy();
});

it('a record that could not be loaded says so at its place alone', async () => {
  const notices = collectNotices();
  answer = (url) => (url.includes('/subjects/7') ? new Response('{"message":"服务器内部错误"}', failed) : {});
  renderPage(<RecordEditor definition={subjects} id={7} onSaved={() => undefined} />);
  expect((await screen.findByRole('alert')).textContent).toContain('服务器内部错误');
  expect(notices).toEqual([]);
});

it('a record that is shown stays when it cannot be loaded anew, and says why at its place', async () => {
  const notices = collectNotices();
  const row = {
    id: 7,
    name: '口语',
    sort: 0,
    status: 1,
    intro: '',
    icon: '',
    remark: '',
    parent_id: null,
    cover: null,
  };
  answer = () => ({ row, maps: {}, permissions: ['show'], configUrl: {} });
  const client = renderPage(<RecordEditor definition={subjects} id={7} onSaved={() => undefined} />);
  expect((await screen.findAllByText('口语')).length).toBeGreaterThan(0);
  answer = () => new Response('{"message":"服务器内部错误"}', failed);
  await act(async () => {
    await client.invalidateQueries({ queryKey: ['subjects', 'row', 7] });
  });
  const notice = await screen.findByText(/^kit\.old\b/);
  expect(within(notice).getByRole('button', { name: 'kit.retry' })).toBeTruthy();
  expect(screen.getAllByText('口语').length).toBeGreaterThan(0);
  expect(notices).toEqual([]);
});
