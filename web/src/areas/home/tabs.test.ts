import { expect, test } from 'vitest';
import { homePages } from './pages.ts';
import { tabs } from './tabs.ts';

const tabsOf = (path: string): string[] => tabs.filter(({ pages }) => pages.test(path)).map(({ key }) => key);

test.each([
  ['/home', 'home'], ['/home/courses/7', 'courses'], ['/home/lessons/7', 'courses'], ['/home/cards', 'activate'], ['/home/learning-records/certificate', 'records'],
  ['/home/personage/devices', 'mine'], ['/home/update-mobile-phone', 'mine'], ['/home/pay-order/sync-notify/wechat', 'mine'], ['/home/cashier/PO1T1', 'mine'],
])('%s belongs to the tab %s', (path, tab) => {
  expect(tabsOf(path)).toEqual([tab]);
});

test('every page of the learner stands below one tab, and an unknown one below none', () => {
  expect(Object.keys(homePages).filter((path) => tabsOf(path).length !== 1)).toEqual([]);
  expect(tabsOf('/home/nowhere')).toEqual([]);
});
