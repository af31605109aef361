import { expect, test } from 'vitest';
import { homePages } from '@kaike/shared/pages/home';
import { openPages } from '@kaike/shared/pages/open';
import { tabs } from './tabs.ts';

const tabsOf = (path: string): string[] => tabs.filter(({ pages }) => pages.test(path)).map(({ key }) => key);

test.each([
  ['/open', 'home'],
  ['/open/index', 'home'],
  ['/open/messages/3', 'home'],
  ['/open/courses/7', 'courses'],
  ['/open/products/7', 'courses'],
  ['/home/products/7', 'courses'],
  ['/home', 'learn'],
  ['/home/courses/7', 'learn'],
  ['/home/lessons/7', 'learn'],
  ['/home/notes', 'mine'],
  ['/home/learning-records', 'learn'],
  ['/home/learning-records/certificate', 'mine'],
  ['/open/study', 'learn'],
  ['/open/mine', 'mine'],
  ['/home/cards', 'mine'],
  ['/home/personage/devices', 'mine'],
  ['/home/update-mobile-phone', 'mine'],
  ['/home/pay-order/sync-notify/wechat', 'mine'],
  ['/home/cashier/PO1T1', 'mine'],
])('%s belongs to the tab %s', (path, tab) => {
  expect(tabsOf(path)).toEqual([tab]);
});

test('every member page is below one tab, public forms and unknown pages below none', () => {
  const others = (pages: readonly { url: string }[]): string[] =>
    pages.map(({ url }) => url).filter((path) => tabsOf(path).length !== 1);
  expect(others(homePages)).toEqual([]);
  expect(others(openPages).toSorted()).toEqual([
    '/open/agreement',
    '/open/card-packages/:token',
    '/open/certificates/:code',
    '/open/first-login/:token',
    '/open/invitations/:code',
    '/open/login',
    '/open/logout',
    '/open/new-number',
    '/open/other-login-callback/:type',
    '/open/other-login/:type',
    '/open/password',
    '/open/register',
    '/open/second-factor',
    '/open/statements',
    '/open/statements/:code',
  ]);
  expect([...tabsOf('/home/nowhere'), ...tabsOf('/open/nowhere')]).toEqual([]);
});
