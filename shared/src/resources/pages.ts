import type { Area, MenuRoot } from '../kit/resource.ts';

/** A page written by hand: it becomes a menu entry, and through it a route. */
export type PageDefinition = {
  readonly area: Area;
  /** Absolute path; `:id` stands for a record. */
  readonly url: string;
  /** Wording key below `pages`. */
  readonly key: string;
  readonly icon: string;
  readonly sort: number;
  /** Sidebar root, for pages of the back office. */
  readonly root?: MenuRoot;
  /** Shown in navigation; others are reached by links. */
  readonly in_menu?: boolean;
  /** Open to a learner who has not activated anything yet. */
  readonly before_activation?: boolean;
};

export const pages: readonly PageDefinition[] = [
  { area: 'open', url: '/open/index', key: 'open_index', icon: 'home', sort: 1, in_menu: true },
  { area: 'open', url: '/open/login', key: 'login', icon: 'log-in', sort: 2 },
  { area: 'open', url: '/open/register', key: 'register', icon: 'user-plus', sort: 3 },
  { area: 'open', url: '/open/password', key: 'forgot_password', icon: 'key', sort: 4 },
  { area: 'open', url: '/open/agreement', key: 'agreement', icon: 'file-text', sort: 5 },
  { area: 'open', url: '/open/logout', key: 'logout', icon: 'log-out', sort: 6 },
  { area: 'home', url: '/home/index', key: 'home_index', icon: 'home', sort: 1, in_menu: true },
  { area: 'home', url: '/home/courses', key: 'my_courses', icon: 'book-open', sort: 2, in_menu: true },
  { area: 'home', url: '/home/courses/:id', key: 'course', icon: 'book-open', sort: 3 },
  { area: 'home', url: '/home/lessons/:id', key: 'lesson', icon: 'play', sort: 4 },
  { area: 'home', url: '/home/cards/use-card', key: 'use_card', icon: 'ticket', sort: 5, in_menu: true, before_activation: true },
  { area: 'home', url: '/home/learning-records', key: 'my_records', icon: 'bar-chart', sort: 6, in_menu: true },
  { area: 'home', url: '/home/personage/index', key: 'personage', icon: 'user', sort: 7, in_menu: true, before_activation: true },
  { area: 'home', url: '/home/personage/password', key: 'change_password', icon: 'key', sort: 8, before_activation: true },
  { area: 'admin', url: '/admin/index', key: 'dashboard', icon: 'layout-dashboard', sort: 1, root: 'dashboard', in_menu: true },
  { area: 'admin', url: '/admin/card-batches/:id/print', key: 'print_cards', icon: 'printer', sort: 90, root: 'trade' },
  { area: 'admin', url: '/admin/personage/password', key: 'change_password', icon: 'key', sort: 90, root: 'system' },
];
