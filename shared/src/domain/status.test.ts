import { expect, test } from 'vitest';
import { batchActions, batchState, batchStateChoices } from './cards/batch-state.ts';
import { courseActions, courseStatus } from './catalog/courses/course-status.ts';
import { mediaActions, mediaStatus } from './catalog/media/media-status.ts';
import { memberActions, memberStatus } from './people/member-status.ts';
import { orderActions, orderStatus } from './commerce/order-status.ts';
import { productActions, productStatus } from './commerce/product-status.ts';
import { allows, choicesOf, type Transition } from './status.ts';
import { userActions, userStatus } from './people/user-status.ts';

test('choicesOf keeps names, values and tones', () => {
  expect(batchStateChoices[0]).toEqual({ value: 1, key: 'making', tone: 'info' });
  expect(choicesOf({ a: 1, b: 2 }, { b: 'gold' })).toEqual([
    { value: 1, key: 'a' },
    { value: 2, key: 'b', tone: 'gold' },
  ]);
});

test('allows follows the table', () => {
  expect(allows(orderActions, 'pay', orderStatus.pending)).toBe(true);
  expect(allows(orderActions, 'pay', orderStatus.delivered)).toBe(false);
  expect(allows(productActions, 'put_on', productStatus.on)).toBe(false);
});

test.each<[string, Record<string, number>, Record<string, Transition<number>>, number[], number[]]>([
  ['batch', batchState, batchActions, [batchState.making], [batchState.voided]],
  ['course', courseStatus, courseActions, [courseStatus.draft], []],
  ['media', mediaStatus, mediaActions, [mediaStatus.uploading], [mediaStatus.ready]],
  ['member', memberStatus, memberActions, [memberStatus.effective], [memberStatus.cancelled, memberStatus.merged]],
  ['order', orderStatus, orderActions, [orderStatus.pending], []],
  ['product', productStatus, productActions, [productStatus.draft], []],
  ['user', userStatus, userActions, [userStatus.effective], [userStatus.cancelled]],
])('%s: every status is reachable, and only terminal ones have no way out', (_, statuses, actions, first, last) => {
  const reached = new Set(first);
  for (let round = 0; round < 10; round += 1) {
    for (const { from, to } of Object.values(actions)) if (from.some((status) => reached.has(status))) reached.add(to);
  }
  expect([...reached].sort()).toEqual(Object.values(statuses).sort());
  const left = new Set(Object.values(actions).flatMap(({ from }) => [...from]));
  expect(
    Object.values(statuses).filter((status) => !left.has(status) && !first.includes(status) && !last.includes(status)),
  ).toEqual([]);
  expect(last.filter((status) => left.has(status))).toEqual([]);
});
