import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { FileMoves as Moves } from '@kaike/shared/contracts/catalog/file-moves';
import { fileMoveState } from '@kaike/shared/domain/catalog/media/file-move-state';
import { adminOf } from '../../../../test/session-users.ts';
import { useSession } from '../../../app/session.ts';
import { endNotices } from '../../../kit/testing/end-notices.tsx';
import { FileMoves } from './file-moves.tsx';

const start = useSession.getState();
afterEach(async () => {
  await endNotices();
  vi.restoreAllMocks();
  useSession.setState(start, true);
});

const move = {
  target: 's3',
  total: 8,
  moved: 3,
  failed: 1,
  reason: '',
  started_by: '管理员',
  created_at: '2026-11-26T08:00:00.000Z',
  ended_at: null,
  failures: [{ key: '2026/11/a.webp', reason: '复制后内容不一致' }],
};
const moves = (state: Moves['move'], undo = 0): Moves => ({
  places: [
    { storage: 'local', files: 5, bytes: 500, is_set_up: true },
    { storage: 's3', files: 3, bytes: 300, is_set_up: true },
    { storage: 'oss', files: 1, bytes: 9, is_set_up: false },
  ],
  move: state,
  undo: {
    files: undo,
    bytes: 300,
    first_until: undo > 0 ? '2026-12-03T08:00:00.000Z' : null,
    last_until: undo > 0 ? '2026-12-03T08:00:00.000Z' : null,
  },
  removing: 0,
});

/** Shows the panel; returns the steps it asks the server for. */
function open(answer: Moves, permissions: string[]): string[] {
  const steps: string[] = [];
  useSession.setState({ user: adminOf({ permissions }) });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const [, step = ''] = /file-moves\/?(\w*)/.exec(String(url)) ?? [];
    if (init?.method === 'POST') steps.push(`${step} ${String(init.body)}`);
    return new Response(JSON.stringify({ _token: 'T', ...answer }), {
      headers: { 'content-type': 'application/json' },
    });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FileMoves driver="local" />
    </QueryClientProvider>,
  );
  return steps;
}
const steering = ['admin.configs.move_files'];
/** Agrees to what a dialog asks. */
async function confirm(): Promise<void> {
  const last = [...screen.getByRole('dialog').querySelectorAll('button')].at(-1);
  if (last) fireEvent.click(last);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}
const button = (name: RegExp) => screen.queryByRole('button', { name });

it('shows a running move with its failures, and pauses it', async () => {
  const steps = open(moves({ ...move, state: fileMoveState.running }, 3), steering);
  await screen.findByText(/3 \/ 8/);
  expect(screen.getByText('2026/11/a.webp')).toBeTruthy();
  // Nothing else may begin, or be given up, meanwhile.
  expect([button(/搬到这里/), button(/撤销/), button(/删除旧副本/)]).toEqual([null, null, null]);
  fireEvent.click(screen.getByRole('button', { name: /暂\s*停/ }));
  await waitFor(() => expect(steps).toEqual(['pause {}']));
});

it('names why a move stopped, goes on, and asks before it gives up the way back', async () => {
  const steps = open(moves({ ...move, state: fileMoveState.stopped, reason: '连不上存储服务' }, 3), steering);
  await screen.findByText('连不上存储服务');
  fireEvent.click(screen.getByRole('button', { name: /继\s*续/ }));
  await waitFor(() => expect(steps).toEqual(['resume {}']));
  fireEvent.click(screen.getByRole('button', { name: /立即删除旧副本/ }));
  await screen.findByRole('dialog', { name: /删除 3 个文件的旧副本/ });
  expect(steps).toHaveLength(1);
  await confirm();
  expect(steps[1]).toBe('finish {}');
});

it('offers a place that is set up and lacks files, and names where new files go', async () => {
  const steps = open(moves(null), steering);
  const [, second] = await screen.findAllByRole('button', { name: '把文件搬到这里' });
  expect(screen.getAllByRole('button', { name: '把文件搬到这里' })).toHaveLength(2);
  if (second) fireEvent.click(second);
  await screen.findByRole('dialog', { name: /把 6 个文件搬到/ });
  expect(screen.getByText(/新上传的文件仍然存到/)).toBeTruthy();
  await confirm();
  expect(steps).toEqual([' {"to":"s3"}']);
});

it('shows no progress of a move that was undone', async () => {
  open(moves({ ...move, state: fileMoveState.undone, moved: 8 }, 8), steering);
  await screen.findByText(/已撤销，原定搬到/);
  expect([screen.queryByRole('progressbar'), screen.queryByText(/8 \/ 8/)]).toEqual([null, null]);
});

it('has no buttons for who may only look', async () => {
  open(moves({ ...move, state: fileMoveState.stopped }, 3), []);
  await screen.findByText(/3 \/ 8/);
  expect(screen.queryAllByRole('button')).toEqual([]);
});
