import type { IconName } from '../../ui/icon.tsx';

type Tab = {
  to: string;
  /** Where a visitor is led instead. */ visitor?: string;
  icon: IconName;
  key: string;
  pages: RegExp;
};

/** Navigation for everybody, visitor or member: each tab with the pages below it. */
export const tabs: readonly Tab[] = [
  { to: '/open/index', icon: 'home', key: 'home', pages: /^\/open(\/(index|messages|apps|agencies|plugins).*)?$/ },
  {
    to: '/open/courses',
    icon: 'book-open',
    key: 'courses',
    pages: /^\/open\/(courses|subjects|teachers|products|ai-)|^\/home\/products/,
  },
  {
    to: '/home/index',
    visitor: '/open/study',
    icon: 'grid',
    key: 'learn',
    pages: /^\/open\/study$|^\/home(\/index)?$|^\/home\/(courses|lessons|learning-records(?!\/certificate)|ai-teacher)/,
  },
  {
    to: '/home/personage/index',
    visitor: '/open/mine',
    icon: 'user',
    key: 'mine',
    pages:
      /^\/open\/(mine|help)$|^\/home\/(personage|learning-records\/certificate|update-mobile|not(es|ices)|pay-order|cashier|cards|plugins)/,
  },
];
