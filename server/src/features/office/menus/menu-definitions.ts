import type { MenuRoot, ResourceDefinition } from '@kaike/shared/kit/resource';
import { pages } from '@kaike/shared/pages/index';
import type { PageDefinition } from '@kaike/shared/pages/page';
import { resources } from '@kaike/shared/resources/index';

/** A menu entry as defined in code; its parent is referenced by key. */
export type MenuDefinition = {
  key: string;
  parent_key: string | null;
  url: string;
  method: number[];
  icons: string;
  group: string;
  is_page: number;
  sort: number;
  resource_key: string | null;
  resource: string | null;
  action: string | null;
  /** Where it exists; everywhere when empty. */
  env: string;
};

const roots: [MenuRoot, string][] = [
  ['dashboard', 'layout-dashboard'],
  ['learning', 'book-open'],
  ['people', 'users'],
  ['trade', 'ticket'],
  ['ai', 'bot'],
  ['site', 'globe'],
  ['system', 'settings'],
];
/** Of operations and of the further permissions that read; every other one changes something. */
const methods: Record<string, number> = {
  reconcile: 1,
  status: 4,
  list: 1,
  show: 1,
  export: 1,
  create: 2,
  import: 2,
  update: 4,
  delete: 8,
  GET: 1,
  POST: 2,
  PUT: 4,
  DELETE: 8,
};

const blank = {
  url: '',
  method: [],
  icons: '',
  is_page: 0,
  sort: 0,
  resource_key: null,
  resource: null,
  action: null,
  env: '',
};

function topEntries(): MenuDefinition[] {
  const modules = ['open', 'home', 'member', 'admin'].map((group, index) => ({
    ...blank,
    key: group,
    parent_key: 'root',
    group,
    url: `/${group}`,
    sort: index + 1,
  }));
  const office = { ...blank, key: 'admin.office', parent_key: 'admin', group: 'admin' };
  const sidebar = roots.map(([root, icons], index) => ({
    ...blank,
    key: `admin.root.${root}`,
    parent_key: 'admin.office',
    group: 'admin',
    icons,
    sort: index + 1,
  }));
  return [{ ...blank, key: 'root', parent_key: null, group: 'admin' }, ...modules, office, ...sidebar];
}

function pageEntries(page: PageDefinition): MenuDefinition[] {
  const { permissions } = page;
  const entry: MenuDefinition = {
    ...blank,
    key: `page.${page.url.slice(1).replaceAll('/', '.')}`,
    parent_key: page.root ? `admin.root.${page.root}` : page.area,
    group: page.area,
    url: page.url,
    method: [1],
    icons: page.icon,
    is_page: 1,
    sort: page.sort,
    env: page.env ?? '',
  };
  if (!permissions) return [entry];
  const key = `${page.area}.${permissions.name}.list`;
  const further = (permissions.further ?? []).map((action, index): MenuDefinition => ({
    ...blank,
    key: `${page.area}.${permissions.name}.${action}`,
    parent_key: key,
    group: page.area,
    url: `${page.url}/${action}`,
    method: [methods[action] ?? 2],
    sort: index + 1,
    resource_key: key,
    resource: permissions.name,
    action,
  }));
  return [{ ...entry, key, resource_key: key, resource: permissions.name, action: 'list' }, ...further];
}

function resourceEntries(resource: ResourceDefinition): MenuDefinition[] {
  const { area, name, menu } = resource;
  const url = `/${area}/${name}`;
  const key = `${area}.${name}.list`;
  const page: MenuDefinition = {
    ...blank,
    key,
    parent_key: `admin.root.${menu.root}`,
    group: area,
    url,
    method: [1],
    icons: menu.icon,
    is_page: 1,
    sort: menu.sort,
    resource_key: key,
    resource: name,
    action: 'list',
  };
  const operations = resource.only
    .filter((operation) => operation !== 'list')
    .map((operation) => ({ action: operation, method: methods[operation] ?? 1 }));
  const actions = Object.entries(resource.actions ?? {}).map(([action, { method }]) => ({
    action,
    method: methods[method] ?? 2,
  }));
  const extra = (resource.permissions ?? []).map((action) => ({ action, method: methods[action] ?? 2 }));
  const below = [...operations, ...actions, ...extra].map(({ action, method }, index): MenuDefinition => ({
    ...blank,
    key: `${area}.${name}.${action}`,
    parent_key: key,
    group: area,
    url: `${url}/${action}`,
    method: [method],
    sort: index + 1,
    resource_key: key,
    resource: name,
    action,
  }));
  return [page, ...below];
}

/** Every menu entry of resource definitions and hand-written pages, parents first. */
export function menuDefinitions(): MenuDefinition[] {
  return [...topEntries(), ...pages.flatMap(pageEntries), ...resources.flatMap(resourceEntries)];
}
