import { sql } from 'kysely';
import type {
  PluginManifest,
  PluginPage,
  PluginResource,
  LocalizedText,
} from '@kaike/shared/domain/system/plugins/plugin-manifest';
import { methodBits } from '@kaike/shared/domain/office/menu-access';
import { permissionOf, type Area } from '@kaike/shared/kit/resource';
import type { Db } from '../../../../db/pool.ts';
import { lockMenus, renumber } from '../../../office/menus/public.ts';
import { resourceNameOf } from '../resources/define-resource.ts';

/** The permission that a plugin's own name stands for. */
export const ownPermission = (id: string, name: string): string => `admin.plugin-${id}.${name}`;

export const pageAddress = (id: string, { area, name }: { area: Area; name: string }): string =>
  `/${area}/plugins/${id}/${name}`;

type Entry = {
  key: string;
  parent_key: string;
  url: string;
  method: number[];
  icons: string;
  group: Area;
  is_page: number;
  sort: number;
  resource: string | null;
  action: string | null;
  /** Of what belongs to a resource: the key of its page. */
  resource_key: string | null;
  /** Empty where the operation has a name of the product. */
  names: Partial<LocalizedText>;
};

/** After the entries of the product. */
const firstSort = 200;

const methods: Readonly<Record<string, number>> = {
  create: methodBits.post,
  update: methodBits.put,
  delete: methodBits.delete,
};

function pageEntry({ id }: PluginManifest, page: PluginPage, index: number): Entry {
  const { area, permission } = page;
  return {
    key: permission ? ownPermission(id, permission) : `plugin.${id}.${area}.${page.name}`,
    parent_key: area === 'admin' ? `admin.root.${page.root}` : area,
    url: pageAddress(id, page),
    method: [1],
    icons: page.icon,
    group: area,
    is_page: 1,
    sort: firstSort + index,
    // Navigation shows entries of a resource.
    resource: page.in_menu ? `plugin-${id}` : null,
    action: permission,
    resource_key: null,
    names: page.title,
  };
}

/** The page of a resource, and below it its other operations. */
function resourceEntries({ id, pages }: PluginManifest, resource: PluginResource, index: number): Entry[] {
  const name = resourceNameOf(id, resource);
  const common = { resource: name, group: 'admin' as const, icons: '', is_page: 0 };
  const keyOf = (operation: string): string => permissionOf({ area: 'admin', name }, operation);
  const page: Entry = {
    ...common,
    key: keyOf('list'),
    resource_key: keyOf('list'),
    parent_key: `admin.root.${resource.root}`,
    url: `/admin/${name}`,
    method: [1],
    icons: resource.icon,
    is_page: 1,
    sort: firstSort + pages.length + index,
    action: 'list',
    names: resource.title,
  };
  const others = resource.only
    .filter((operation) => operation !== 'list')
    .map((operation, at): Entry => ({
      ...common,
      key: keyOf(operation),
      resource_key: page.key,
      parent_key: page.key,
      url: `${page.url}/${operation}`,
      method: [methods[operation] ?? methodBits.get],
      sort: at + 1,
      action: operation,
      names: {},
    }));
  return [page, ...others];
}

function entriesOf(manifest: PluginManifest): Entry[] {
  const { id, pages, resources, own_permissions: own } = manifest;
  const entries = [
    ...pages.map((page, index) => pageEntry(manifest, page, index)),
    ...resources.flatMap((one, index) => resourceEntries(manifest, one, index)),
  ];
  const first = entries.find(({ group }) => group === 'admin')?.key ?? 'admin.root.system';
  const others = Object.entries(own)
    .filter(([name]) => !pages.some(({ permission }) => permission === name))
    .map(([name, names], index): Entry => ({
      key: ownPermission(id, name),
      parent_key: first,
      url: `/admin/plugins/${id}`,
      method: [],
      icons: '',
      group: 'admin',
      is_page: 0,
      sort: index + 1,
      resource: `plugin-${id}`,
      resource_key: null,
      action: name,
      names,
    }));
  return [...entries, ...others];
}

/** Writes the menu entries of a plugin, and with them its permissions; those it no longer has are hidden. Roles keep what they hold. */
export async function writeMenus(trx: Db, manifest: PluginManifest): Promise<void> {
  const entries = entriesOf(manifest);
  await lockMenus(trx);
  await sql`insert into menus (key, url, method, icons, "group", is_page, sort, resource, action, names, plugin)
    select key, url, method, icons, "group", is_page, sort, resource, action, names, ${manifest.id}
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as x(key text, url text, method smallint[], icons text, "group" text, is_page smallint, sort int, resource text, action text, names jsonb)
    on conflict (key) do update set url = excluded.url, method = excluded.method, icons = excluded.icons, is_page = excluded.is_page,
      resource = excluded.resource, action = excluded.action, names = excluded.names, deleted_at = null`.execute(trx);
  await sql`update menus m set parent_id = coalesce(m.parent_id, p.id), resource_id = r.id
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as x(key text, parent_key text, resource_key text)
      join menus p on p.key = x.parent_key left join menus r on r.key = x.resource_key
    where m.key = x.key`.execute(trx);
  await sql`update menus set deleted_at = now() where plugin = ${manifest.id} and deleted_at is null
    and key <> all(${entries.map(({ key }) => key)}::text[])`.execute(trx);
  await renumber(trx);
}

/** Hides the entries of a plugin that is off or gone. */
export async function hideMenus(trx: Db, id: string): Promise<void> {
  await lockMenus(trx);
  await sql`update menus set deleted_at = now() where plugin = ${id} and deleted_at is null`.execute(trx);
  await renumber(trx);
}

/** Deletes them, and what roles held of them. */
export async function deleteMenus(trx: Db, id: string): Promise<void> {
  await lockMenus(trx);
  await sql`delete from menus where plugin = ${id}`.execute(trx);
  await renumber(trx);
}
