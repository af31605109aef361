import { expect, it } from 'vitest';
import { createRequestKeys } from './request-key.ts';

it('keeps its key for a retry and makes a new one for other input', () => {
  const { keyOf, renew } = createRequestKeys();
  const first = keyOf({ amount: 9_999_900 });
  expect(keyOf({ amount: 9_999_900 })).toBe(first);
  const second = keyOf({ amount: 9900 });
  expect(second).not.toBe(first);
  expect(keyOf({ amount: 9900 })).toBe(second);
  renew();
  expect(keyOf({ amount: 9900 })).not.toBe(second);
});
