import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { subjects } from '@kaike/shared/resources/catalog/subjects';
import { endNotices } from '../../testing/end-notices.tsx';
import { useToasts } from '../../../app/toasts.ts';
import type { ShownRow } from '../../resource-view.ts';
import type { ListPage } from '../../use-resource.ts';
import { wordsOf } from '../../words/use-words.ts';
// Loads with the first press; here before, so that no test waits for it.
import './quick-edit.tsx';
import { RowSwitch, switchOf } from './row-switch.tsx';

afterEach(async () => {
  await endNotices();
  useToasts.setState({ toasts: [] });
});

const row: ShownRow = { id: 4, version: 2, name: '英语', status: 1 };
const page: ListPage = {
  data: [row],
  total: 1,
  total_exact: true,
  sums: null,
  per_page: 20,
  current_page: 1,
  last_page: 1,
};
const words = wordsOf((key) => key, 'subjects');
const place = { definition: subjects, view: {}, name: 'status' };

function List() {
  const { data } = useQuery({ queryKey: ['subjects', 'list', ''], queryFn: () => page, staleTime: Infinity });
  const [current] = data?.data ?? [];
  const values = current && switchOf({ ...place, may: new Set(['change-status']) }, current);
  return current && values ? <RowSwitch {...place} row={current} values={values} words={words} tabIndex={0} /> : null;
}

type Answer = (status: number, body: object) => void;

/** Shows the switch of a row, and collects what it sends; each call is answered when the test says so. */
function showSwitch(): { bodies: unknown[]; answers: Answer[] } {
  const [bodies, answers]: [unknown[], Answer[]] = [[], []];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    if (init?.method !== 'PUT') return Response.json({ _token: 'T' });
    bodies.push(JSON.parse(String(init.body)));
    return new Promise((resolve) => {
      answers.push((status, body) =>
        resolve(
          new Response(JSON.stringify({ _token: 'T', ...body }), {
            status,
            headers: { 'content-type': 'application/json' },
          }),
        ),
      );
    });
  });
  const client = new QueryClient();
  client.setQueryData(['subjects', 'list', ''], page);
  // What is written is read again: here nothing changes meanwhile.
  vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  render(
    <QueryClientProvider client={client}>
      <List />
    </QueryClientProvider>,
  );
  return { bodies, answers };
}

it('is switched at once, takes no second press while it is saved, and can be taken back', async () => {
  const { bodies, answers } = showSwitch();
  const toggle = screen.getByRole('switch', { checked: true });
  toggle.focus();
  fireEvent.click(toggle);
  expect(toggle.getAttribute('aria-checked')).toBe('false');
  expect(toggle.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(toggle);
  fireEvent.click(toggle);
  await waitFor(() => expect(bodies).toEqual([{ status: 0, version: 2, ids: [4] }]));
  answers[0]?.(200, { changed: 1, failed: [] });
  fireEvent.click(await screen.findByRole('button', { name: 'kit.undo' }));
  await waitFor(() => expect(bodies[1]).toEqual({ status: 1, version: 3, ids: [4] }));
  answers[1]?.(200, { changed: 1, failed: [] });
  await waitFor(() => expect(toggle.getAttribute('aria-disabled')).toBe('false'));
  expect(toggle.getAttribute('aria-checked')).toBe('true');
});

it('goes back when it is refused', async () => {
  const { bodies, answers } = showSwitch();
  const toggle = screen.getByRole('switch', { checked: true });
  fireEvent.click(toggle);
  await waitFor(() => expect(bodies).toHaveLength(1));
  expect(toggle.getAttribute('aria-checked')).toBe('false');
  answers[0]?.(422, { code: 'record.in_use', message: '还有课程在用' });
  await waitFor(() => expect(toggle.getAttribute('aria-disabled')).toBe('false'));
  expect(toggle.getAttribute('aria-checked')).toBe('true');
  expect(screen.queryByRole('button', { name: 'kit.undo' })).toBeNull();
  expect(useToasts.getState().toasts.map(({ message }) => message)).toContain('还有课程在用');
});

it('is there for those who may change the field, unless a feature draws the cell', () => {
  expect(switchOf({ ...place, may: new Set(['change-status']) }, row)).toMatchObject({ on: { value: 1 } });
  expect(switchOf({ ...place, may: new Set(['update']) }, row)).toBeNull();
  const view = { cells: { status: () => null } };
  expect(switchOf({ ...place, view, may: new Set(['change-status']) }, row)).toBeNull();
  expect(switchOf({ ...place, name: 'name', may: new Set(['update']) }, row)).toBeNull();
});
