import type { IconName } from '../../ui/icon.tsx';

/** The learner's tabs, each with the pages that stand below it. */
export const tabs: readonly { to: string; icon: IconName; key: string; pages: RegExp }[] = [
  { to: '/home/index', icon: 'home', key: 'home', pages: /^\/home(\/index)?$/ },
  { to: '/home/courses', icon: 'book-open', key: 'courses', pages: /courses|lessons/ },
  { to: '/home/cards/use-card', icon: 'ticket', key: 'activate', pages: /cards/ },
  { to: '/home/learning-records', icon: 'bar-chart', key: 'records', pages: /records/ },
  { to: '/home/personage/index', icon: 'user', key: 'mine', pages: /personage|mobile|notices|order|products|cashier/ },
];
