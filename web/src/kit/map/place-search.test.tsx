import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MapPoint } from '@kaike/shared/domain/site/map-point';
import type { VendorMap } from '../../app/map/vendor-map.ts';
import { PlaceSearch } from './place-search.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const at = (longitude: number): MapPoint => ({ longitude, latitude: 30, datum: 'gcj02' });

it('asks once per pause, never for one letter, and an answer that comes late changes nothing', async () => {
  const answers = new Map<string, (places: Awaited<ReturnType<VendorMap['search']>>) => void>();
  const show = vi.fn<VendorMap['show']>();
  const map: VendorMap = {
    search: (text) => new Promise((resolve) => void answers.set(text, resolve)),
    show,
    remove: () => undefined,
  };
  const points: MapPoint[] = [];
  let sent = 0;
  render(
    <form onSubmit={() => (sent += 1)}>
      <PlaceSearch map={map} disabled={false} onChoose={(point) => points.push(point)} />
    </form>,
  );
  const box = screen.getByRole('combobox');
  const type = async (text: string, ms: number): Promise<void> => {
    fireEvent.change(box, { target: { value: text } });
    await act(() => vi.advanceTimersByTimeAsync(ms));
  };
  await type('实', 500);
  await type('实验', 100);
  await type('实验小', 500);
  await type('实验中学', 500);
  expect([...answers.keys()]).toEqual(['实验小', '实验中学']);
  await act(async () => {
    answers.get('实验中学')?.([{ name: '实验中学', address: '文二路', at: at(120) }]);
    answers.get('实验小')?.([{ name: '实验小学', address: '', at: at(121) }]);
    await vi.advanceTimersByTimeAsync(100);
  });
  expect([screen.queryByText('文二路') !== null, screen.queryByText('实验小学')]).toEqual([true, null]);
  expect(fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 })).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect([points, show.mock.calls, sent]).toEqual([[at(120)], [[at(120)]], 0]);
  expect(answers.size).toBe(2);
});
