/** Bit values of a menu entry's `method` list; `get` also means that the page can be opened. */
export const methodBits = { get: 1, post: 2, put: 4, delete: 8 } as const;

export const menuGroups = ['open', 'home', 'member', 'admin'] as const;
export type MenuGroup = (typeof menuGroups)[number];

export const menuEnvironments = ['local', 'testing', 'staging', 'production'] as const;
export type MenuEnvironment = (typeof menuEnvironments)[number];

/** What an entry may demand beyond its permission: that a person is staff of the school, of an agency, the super administrator, or a learner, too. */
export const menuMiddleware = ['school', 'agency', 'super_admin', 'member'] as const;
export type MenuMiddleware = (typeof menuMiddleware)[number];

/** Whoever closed these could not undo it, or would shut themselves out; nor can an entry above them be closed. */
export const neededMenuKeys: ReadonlySet<string> = new Set([
  'page.admin.index',
  'page.admin.personage.index',
  'page.admin.personage.password',
  'page.admin.personage.second-factor',
  'admin.menus.list',
  'admin.roles.list',
]);

export const menuStatus = { enabled: 1, disabled: 2 } as const;

export type AccessMenu = {
  readonly id: number;
  readonly url: string | null;
  readonly method: readonly number[];
  readonly status: number;
  readonly group: string;
  readonly is_page: boolean | number;
  /** Above 0 for a resource, which has a list page and an edit page. */
  readonly resource_id?: number | null;
  readonly disabled?: boolean | number;
  /** Environments in which it exists; null or an empty list means all. */
  readonly env?: string | readonly string[] | null;
  readonly _is_deleted?: boolean | number;
  /** Links to another page or site: navigation shows it, but it grants access to nothing. */
  readonly is_link?: boolean;
};

const errorPath = /^(?:\/(?:open|home|member|admin))?\/(?:403|404|500|503)$/;

/** Without query, hash and trailing slashes. */
function cleanPath(path: string): string {
  const clean = `/${path.split(/[?#]/)[0] ?? ''}`.split('/').filter((segment) => segment !== '');
  return `/${clean.join('/')}`;
}

/** Whether the path matches the entry's URL, in which `{id}` or `:id` matches any one segment. */
function matchesUrl(path: string, url: string): boolean {
  const [pathSegments, urlSegments] = [path.split('/'), cleanPath(url).split('/')];
  return (
    pathSegments.length === urlSegments.length &&
    urlSegments.every((segment, index) => segment === pathSegments[index] || /^(?::\w+|\{\w+\})$/.test(segment))
  );
}

const isEnabled = (menu: AccessMenu): boolean =>
  menu.status === menuStatus.enabled && !menu.disabled && !menu._is_deleted;

/** A resource's entry covers its edit pages too. */
const isEditPage = (path: string, menu: AccessMenu): boolean =>
  (menu.resource_id ?? 0) > 0 && Boolean(menu.is_page) && matchesUrl(path, `${menu.url ?? ''}/:id`);

/** Whether the current user's menu allows a page. Call only once the menu has loaded. */
export function isPageAllowed(path: string, menus: readonly AccessMenu[]): boolean {
  const clean = cleanPath(path);
  if (errorPath.test(clean)) return true;
  const index = cleanPath(`${clean}/index`);
  return menus.some(
    (menu) =>
      isEnabled(menu) &&
      !menu.is_link &&
      menu.method.indexOf(methodBits.get) >= 0 &&
      menu.url !== null &&
      menu.url !== '' &&
      (matchesUrl(clean, menu.url) || matchesUrl(index, menu.url) || isEditPage(clean, menu)),
  );
}

function existsIn(env: AccessMenu['env'], current: MenuEnvironment): boolean {
  if (!env || env.length === 0) return true;
  return (typeof env === 'string' ? env.split(',') : env).indexOf(current) >= 0;
}

const isGroup = (name: string): name is MenuGroup => menuGroups.some((group) => group === name);

/** Whether a menu entry becomes a page: enabled, marked as a page, in a known group, with a URL, in this environment, not deleted. */
export function isMenuPage(menu: AccessMenu, env: MenuEnvironment): boolean {
  return (
    isEnabled(menu) &&
    !menu.is_link &&
    Boolean(menu.is_page) &&
    isGroup(menu.group) &&
    Boolean(menu.url) &&
    existsIn(menu.env, env)
  );
}

export type MenuRoute = {
  readonly menu_id: number;
  /** Ends in `:id` for an edit page. */
  readonly path: string;
  readonly page: 'single' | 'list' | 'edit';
  /** The area's root, for its index. */
  readonly alias?: string;
};

function routesOf(menu: AccessMenu): MenuRoute[] {
  const path = cleanPath(menu.url ?? '').replace(/\{(\w+)\}/g, ':$1');
  const root = /^(\/[^/]+)\/index$/.exec(path)?.[1];
  const isResource = (menu.resource_id ?? 0) > 0;
  const first: MenuRoute = {
    menu_id: menu.id,
    path,
    page: isResource ? 'list' : 'single',
    ...(root ? { alias: root } : {}),
  };
  return isResource && !path.endsWith('/index')
    ? [first, { menu_id: menu.id, path: `${path}/:id`, page: 'edit' }]
    : [first];
}

/** The routes of every area by first path segment; of two entries with the same path the first wins. */
export function menuRoutes(menus: readonly AccessMenu[], env: MenuEnvironment): Record<MenuGroup, MenuRoute[]> {
  const routes: Record<MenuGroup, MenuRoute[]> = { open: [], home: [], member: [], admin: [] };
  const usedPaths = new Set<string>();
  for (const route of menus
    .filter((menu) => isMenuPage(menu, env))
    .map(routesOf)
    .reduce((all, some) => all.concat(some), [])) {
    const group = route.path.split('/')[1] ?? '';
    if (!isGroup(group) || usedPaths.has(route.path)) continue;
    usedPaths.add(route.path);
    routes[group].push(route);
  }
  return routes;
}
