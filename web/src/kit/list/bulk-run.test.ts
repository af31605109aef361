import { afterEach, expect, it, vi } from 'vitest';
import { closeBulk, pauseBulk, resumeBulk, startBulk, useBulkRun, type BulkAnswer } from './bulk-run.ts';

afterEach(closeBulk);

const page = (next: number | null, more: Partial<BulkAnswer> = {}): BulkAnswer => ({ done: 2, failed: [], looked: 2, next, ...more });
const until = (state: string) => vi.waitFor(() => expect(useBulkRun.getState().state).toBe(state), { interval: 1 });

it('walks all pages and adds up what was done and what was refused', async () => {
  const refused = { id: 9, title: 'KK9', code: 'card.already_used', message: '已使用' };
  const asked: number[] = [];
  let told = 0;
  const answers = [page(2), page(4, { done: 1, failed: [refused] }), page(null)];
  startBulk({ title: '发卡', total: 6, send: async (after) => { asked.push(after); return answers.shift() ?? page(null); }, finished: (run) => { told = run.done; } });
  await until('finished');
  expect(asked).toEqual([0, 2, 4]);
  expect(useBulkRun.getState()).toMatchObject({ looked: 6, done: 5, failed: [refused], failed_count: 1 });
  expect(told).toBe(5);
});

it('stops at a failed page and tries the same page with the same key', async () => {
  const sent: [number, string][] = [];
  let isDown = true;
  const send = async (after: number, key: string): Promise<BulkAnswer> => {
    sent.push([after, key]);
    if (after === 2 && isDown) throw new Error('网络中断');
    return page(after === 0 ? 2 : null);
  };
  startBulk({ title: '', total: 4, send, finished: () => undefined });
  await until('failed');
  expect(useBulkRun.getState().error).toBe('网络中断');
  expect(startBulk({ title: '', total: 1, send, finished: () => undefined })).toBe(false);
  isDown = false;
  resumeBulk();
  await until('finished');
  expect(sent.map(([after]) => after)).toEqual([0, 2, 2]);
  expect(sent[1]?.[1]).toBe(sent[2]?.[1]);
  expect(sent[0]?.[1]).not.toBe(sent[1]?.[1]);
});

it('pauses after the page under way and goes on from there; stopping tells what was done', async () => {
  let release: (answer: BulkAnswer) => void = () => undefined;
  let told: number | null = null;
  const asked: number[] = [];
  startBulk({ title: '', total: 9, send: (after) => { asked.push(after); return new Promise((resolve) => { release = resolve; }); }, finished: (run) => { told = run.done; } });
  pauseBulk();
  release(page(2));
  await vi.waitFor(() => expect(useBulkRun.getState().done).toBe(2), { interval: 1 });
  expect([useBulkRun.getState().state, asked]).toEqual(['paused', [0]]);
  resumeBulk();
  expect(asked).toEqual([0, 2]);
  closeBulk();
  expect([told, useBulkRun.getState().state]).toEqual([2, 'idle']);
});
