import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { cropPicture } from './crop-picture.ts';
import { useCrop } from './use-crop.ts';

vi.mock('./crop-picture.ts', () => ({
  avatarShape: { aspect: 1, is_round: true, most_pixels: 512, type: 'image/png' },
  cropPicture: vi.fn<typeof cropPicture>(async () => new Blob(['picture'])),
}));

const square = { x: 0, y: 0, width: 10, height: 10 };

test('says why a picture could not be used, and forgets it with the next attempt', async () => {
  const cropped = vi.fn<(picture: Blob) => Promise<void>>().mockRejectedValueOnce(new Error('图片太大'));
  const { result } = renderHook(() => useCrop('blob:1', cropped));
  act(() => result.current.choose(square));
  await act(() => result.current.use());
  expect(result.current).toMatchObject({ failure: '图片太大', busy: false, is_ready: true });

  await act(() => result.current.use());
  expect(result.current.failure).toBeNull();
  expect(cropped).toHaveBeenCalledTimes(2);
});

test('a picture that cannot be read is refused', async () => {
  vi.mocked(cropPicture).mockRejectedValueOnce(new Error('no picture'));
  const { result } = renderHook(() => useCrop('blob:1', vi.fn<(picture: Blob) => Promise<void>>()));
  act(() => result.current.choose(square));
  await act(() => result.current.use());
  expect(result.current).toMatchObject({ is_broken: true, is_ready: false, busy: false });
});
