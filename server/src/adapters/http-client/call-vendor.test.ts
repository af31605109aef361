import { expect, it } from 'vitest';
import { AdapterError } from '../../core/adapter-error.ts';
import type { BookedUsage } from './book-usage.ts';
import { callVendor } from './call-vendor.ts';
import { createVendorWatch } from './watch-vendor.ts';

const vendor = { name: 'vendor', model: 'm', account: 'a' };

/** What is booked of a call that ends like this, and whether the vendor may be called afterwards. */
async function bookedOf(run: () => Promise<{ id: string }>) {
  const booked: BookedUsage[] = [];
  const watch = createVendorWatch({ clock: () => new Date(0), alarm: async () => undefined });
  const book = async (usage: BookedUsage): Promise<void> => void booked.push(usage);
  const call = { vendor, purpose: 'stt', cause: null, amounts: { audio_ms: 900 }, run } as const;
  await callVendor(call, { watch, book }).catch(() => undefined);
  const [usage] = booked;
  return { ...usage, ms_total: 0, may_call: watch.mayCall(vendor) };
}

const failed = (code: 'unavailable' | 'rejected' | 'unauthorized', reason: string) => () =>
  Promise.reject(new AdapterError(code, { reason }));

it.each([
  ['an answer', () => Promise.resolve({ id: 'v1' }), { audio_ms: 900, is_estimated: false, failure: null }, true],
  // The vendor may have counted what it received.
  ['one too late', failed('unavailable', 'timeout'), { audio_ms: 900, is_estimated: true, failure: 'timeout' }, false],
  ['an outage', failed('unavailable', 'overloaded'), { is_estimated: false, failure: 'overloaded' }, false],
  ['refused words', failed('rejected', 'filter'), { is_estimated: false, failure: 'filter' }, true],
  ['a refused account', failed('unauthorized', 'key'), { is_estimated: false, failure: 'key' }, false],
  ['a fault of ours', () => Promise.reject(new Error('no')), { is_estimated: false, failure: 'error' }, true],
])('books %s', async (_name, run, usage, mayCall) => {
  const id = usage.failure === null ? 'v1' : '';
  const rest = { purpose: 'stt', vendor: 'vendor', model: 'm', cause: null, ms_first: null, ms_total: 0 };
  expect(await bookedOf(run)).toEqual({ ...rest, ...usage, vendor_id: id, may_call: mayCall });
});
