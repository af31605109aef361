import type { IconName } from '../../ui/icon.tsx';

/** Navigation for everybody, visitor or member: each tab with the pages below it. */
export const tabs: readonly { to: string; icon: IconName; key: string; pages: RegExp }[] = [
  { to: '/open/index', icon: 'home', key: 'home', pages: /^\/open(\/(index|messages|apps|agencies).*)?$/ },
  {
    to: '/open/courses',
    icon: 'book-open',
    key: 'courses',
    pages: /^\/open\/(courses|subjects|teachers|products|ai-)|^\/home\/products/,
  },
  {
    to: '/home/index',
    icon: 'grid',
    key: 'learn',
    pages: /^\/home(\/index)?$|^\/home\/(courses|lessons|learning-records|ai-teacher)/,
  },
  {
    to: '/home/personage/index',
    icon: 'user',
    key: 'mine',
    pages: /^\/home\/(personage|update-mobile|notices|pay-order|cashier|cards)/,
  },
];
