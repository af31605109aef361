import type { Area, MenuRoot } from '../kit/resource.ts';
import { memberPages } from './member-pages.ts';

/** A hand-written page: it becomes a menu entry and thereby a route. */
export type PageDefinition = {
  readonly area: Area;
  /** Absolute path; `:id` is a record id. */
  readonly url: string;
  /** Wording key below `pages`. */
  readonly key: string;
  readonly icon: string;
  readonly sort: number;
  /** Sidebar root, for pages of the back office. */
  readonly root?: MenuRoot;
  /** Shown in navigation; other pages are reached by links. */
  readonly in_menu?: boolean;
  /**
   * Permissions of the page: `admin.<name>.list` opens it, and `admin.<name>.<other>` for each further one. Back-office pages
   * without any are open to every administrator.
   */
  readonly permissions?: { readonly name: string; readonly further?: readonly string[] };
  /** Permissions of resources, any one of which opens it; `admin.*.delete` matches any resource. */
  readonly needs?: readonly string[];
  /** Only shown in the navigation of agencies. */
  readonly of_agency?: boolean;
};

export const pages: readonly PageDefinition[] = [
  { area: 'open', url: '/open/index', key: 'open_index', icon: 'home', sort: 1, in_menu: true },
  { area: 'open', url: '/open/login', key: 'login', icon: 'log-in', sort: 2 },
  { area: 'open', url: '/open/second-factor', key: 'second_factor_code', icon: 'lock', sort: 2 },
  { area: 'open', url: '/open/register', key: 'register', icon: 'user-plus', sort: 3 },
  { area: 'open', url: '/open/password', key: 'forgot_password', icon: 'key', sort: 4 },
  { area: 'open', url: '/open/agreement', key: 'agreement', icon: 'file-text', sort: 5 },
  { area: 'open', url: '/open/logout', key: 'logout', icon: 'log-out', sort: 6 },
  { area: 'open', url: '/open/other-login/:type', key: 'other_login', icon: 'user', sort: 31 },
  { area: 'open', url: '/open/other-login-callback/:type', key: 'other_login_callback', icon: 'user', sort: 32 },
  { area: 'open', url: '/open/certificates/:code', key: 'check_certificate', icon: 'shield', sort: 30 },
  { area: 'open', url: '/open/card-packages/:token', key: 'take_package', icon: 'package', sort: 33 },
  { area: 'open', url: '/open/courses', key: 'open_courses', icon: 'book-open', sort: 7, in_menu: true },
  { area: 'open', url: '/open/courses/:id', key: 'open_course', icon: 'book-open', sort: 8 },
  { area: 'open', url: '/open/products/:id', key: 'open_product', icon: 'ticket', sort: 8 },
  { area: 'open', url: '/open/subjects', key: 'open_subjects', icon: 'folder-tree', sort: 9, in_menu: true },
  { area: 'open', url: '/open/teachers', key: 'open_teachers', icon: 'graduation-cap', sort: 10, in_menu: true },
  { area: 'open', url: '/open/teachers/:id', key: 'open_teacher', icon: 'graduation-cap', sort: 11 },
  { area: 'open', url: '/open/agencies/:code', key: 'open_agency', icon: 'gift', sort: 11 },
  { area: 'open', url: '/open/messages', key: 'open_messages', icon: 'bell', sort: 11, in_menu: true },
  { area: 'open', url: '/open/messages/:id', key: 'open_message', icon: 'bell', sort: 11 },
  { area: 'open', url: '/open/apps', key: 'open_apps', icon: 'phone', sort: 12, in_menu: true },
  ...memberPages,
  {
    area: 'admin',
    url: '/admin/index',
    key: 'dashboard',
    icon: 'layout-dashboard',
    sort: 1,
    root: 'dashboard',
    in_menu: true,
  },
  {
    area: 'admin',
    url: '/admin/member-counts',
    key: 'member_counts',
    icon: 'bar-chart',
    sort: 30,
    root: 'people',
    in_menu: true,
    permissions: { name: 'member-counts', further: ['export'] },
  },
  {
    area: 'admin',
    url: '/admin/card-counts',
    key: 'card_counts',
    icon: 'bar-chart',
    sort: 60,
    root: 'trade',
    in_menu: true,
    permissions: { name: 'card-counts', further: ['export'] },
  },
  {
    area: 'admin',
    url: '/admin/pay-orders/reconcile',
    key: 'reconcile',
    icon: 'receipt',
    sort: 55,
    root: 'trade',
    needs: ['admin.pay-orders.reconcile'],
  },
  {
    area: 'admin',
    url: '/admin/agency-home',
    key: 'agency_home',
    icon: 'store',
    sort: 45,
    root: 'trade',
    in_menu: true,
    of_agency: true,
    permissions: { name: 'agency-home', further: ['transfer'] },
  },
  {
    area: 'admin',
    url: '/admin/agencies/:id/statement',
    key: 'agency_statement',
    icon: 'printer',
    sort: 91,
    root: 'trade',
    needs: ['admin.card-num-logs.list'],
  },
  {
    area: 'admin',
    url: '/admin/card-batches/:id/cartons',
    key: 'carton_labels',
    icon: 'printer',
    sort: 90,
    root: 'trade',
    needs: ['admin.card-cartons.list'],
  },
  {
    area: 'admin',
    url: '/admin/card-cartons/scan',
    key: 'scan_cartons',
    icon: 'package',
    sort: 16,
    root: 'trade',
    needs: ['admin.card-cartons.receive'],
  },
  {
    area: 'admin',
    url: '/admin/card-batches/:id/print',
    key: 'print_cards',
    icon: 'printer',
    sort: 90,
    root: 'trade',
    needs: ['admin.card-batches.print'],
  },
  {
    area: 'admin',
    url: '/admin/card-themes/:id/design',
    key: 'card_design',
    icon: 'palette',
    sort: 92,
    root: 'trade',
    needs: ['admin.card-themes.list'],
  },
  {
    area: 'admin',
    url: '/admin/menus',
    key: 'menus',
    icon: 'menu',
    sort: 60,
    root: 'system',
    in_menu: true,
    permissions: { name: 'menus', further: ['status', 'create', 'update', 'delete'] },
  },
  {
    area: 'admin',
    url: '/admin/configs',
    key: 'configs',
    icon: 'settings',
    sort: 70,
    root: 'system',
    in_menu: true,
    permissions: { name: 'configs', further: ['update', 'test'] },
  },
  {
    area: 'admin',
    url: '/admin/file-log',
    key: 'file_log',
    icon: 'file-text',
    sort: 82,
    root: 'system',
    in_menu: true,
    permissions: { name: 'file-log', further: ['export'] },
  },
  { area: 'admin', url: '/admin/personage/index', key: 'admin_personage', icon: 'user', sort: 89, root: 'system' },
  {
    area: 'admin',
    url: '/admin/trash',
    key: 'trash',
    icon: 'trash',
    sort: 85,
    root: 'system',
    in_menu: true,
    needs: ['admin.*.delete'],
  },
  {
    area: 'admin',
    url: '/admin/personage/second-factor',
    key: 'second_factor',
    icon: 'shield',
    sort: 91,
    root: 'system',
  },
  { area: 'admin', url: '/admin/personage/password', key: 'change_password', icon: 'key', sort: 90, root: 'system' },
];
