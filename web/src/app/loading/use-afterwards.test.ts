import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useAfterwards } from './use-afterwards.ts';

it('is due only after a render that shows what comes first', () => {
  const seen: [boolean, boolean][] = [];
  const { rerender } = renderHook(
    ({ isShown }) => {
      seen.push([isShown, useAfterwards(isShown)]);
    },
    { initialProps: { isShown: false } },
  );
  rerender({ isShown: true });
  expect(seen).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ]);
});
