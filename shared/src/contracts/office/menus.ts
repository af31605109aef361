import { menuEnvironments, menuMiddleware } from '../../domain/office/menu-access.ts';
import { locales } from '../../locales/languages.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

/** A parameter that the endpoint behind an entry takes. */
const menuParam = s.object({
  name: s.string(),
  label: s.string(),
  type: s.literal('string', 'number', 'boolean'),
  use: s.literal('url', 'body', 'route'),
  required: s.boolean(),
  rules: s.string(),
});
export type MenuParam = SchemaValue<typeof menuParam>;

const menuResponse = s.object({ status: s.integer(), description: s.string() });
export type MenuResponse = SchemaValue<typeof menuResponse>;

export const menuTypes = ['folder', 'page', 'resource', 'link', 'out_link'] as const;
export type MenuType = (typeof menuTypes)[number];

const treeNode = s.object({
  id: s.integer(),
  parent_id: s.nullable(s.integer()),
  key: s.string(),
  /** Custom names by language; empty to use the product's own wording. */
  names: s.record(s.string()),
  wording: s.nullable(s.string()),
  url: s.string(),
  /** By language, like the names. */
  descriptions: s.record(s.string()),
  icons: s.string(),
  status: s.integer(),
  type: s.literal(...menuTypes),
  is_custom: s.boolean(),
  /** Essential to the product: it cannot be hidden or deleted. */
  is_protected: s.boolean(),
  /** Number of operations below it, each a permission. */
  actions: s.integer(),
  roles: s.integer(),
  /** Switched off, nobody can open it in any environment. */
  is_enabled: s.boolean(),
  /** Where it exists; everywhere when empty. */
  env: s.array(s.string()),
  /** Names it for programs, which may ask for it by this. */
  alias: s.string(),
  /** The plugin that brought it; empty for those of the product and of people. */
  plugin: s.string(),
  /** Empty where it follows from what the entry is, like the three below. */
  use: s.literal('', 'web', 'api'),
  middleware: s.array(s.string()),
  params: s.array(menuParam),
  responses: s.array(menuResponse),
});
export type MenuNode = SchemaValue<typeof treeNode>;

/** Sidebar headings and the entries below them, in order. */
export const getMenuTree = contract({
  method: 'GET',
  path: '/admin/menus/tree',
  response: s.object({ nodes: s.array(treeNode), revision: s.string(), is_local: s.boolean() }),
});

export const getMenuDetail = contract({
  method: 'GET',
  path: '/admin/menus/:id',
  response: s.object({ row: treeNode }),
});

/** Saves the whole order at once: entries from top to bottom, each with its heading. Refused when somebody else has changed the tree. */
export const updateMenuPositions = contract({
  method: 'PUT',
  path: '/admin/menus/positions',
  body: { positions: field.json({ rules: 'required' }), revision: field.text({ rules: 'required|max:64' }) },
  response: s.object({ moved: s.integer(), revision: s.string() }),
});

const names = Object.fromEntries(
  locales.map((locale) => [`name_${locale}`, field.text({ rules: 'max:30' })]),
) as Record<`name_${(typeof locales)[number]}`, ReturnType<typeof field.text>>;
const descriptions = Object.fromEntries(
  locales.map((locale) => [`description_${locale}`, field.text({ rules: 'max:200' })]),
) as Record<`description_${(typeof locales)[number]}`, ReturnType<typeof field.text>>;
const own = {
  ...names,
  ...descriptions,
  icons: field.icon(),
  alias: field.text({ rules: 'max:50|alpha_dash' }),
  is_enabled: field.boolean(),
  env: field.tags({ rules: `in:${menuEnvironments.join(',')}` }),
  use: field.choice(
    [
      { value: 'web', key: 'web' },
      { value: 'api', key: 'api' },
    ],
    { nullable: true },
  ),
  middleware: field.tags({ rules: `in:${menuMiddleware.join(',')}` }),
  /** `MenuParam[]` */
  params: field.json({ nullable: true }),
  /** `MenuResponse[]` */
  responses: field.json({ nullable: true }),
};

/** Creates a heading (without a URL) or a link to a page of the product or another site. */
export const createMenu = contract({
  method: 'POST',
  path: '/admin/menus',
  body: { ...own, parent_id: field.integer(), url: field.text({ rules: 'max:500' }) },
  response: s.object({ id: s.integer() }),
});

export const updateMenu = contract({
  method: 'PUT',
  path: '/admin/menus/:id',
  body: { ...own, url: field.text({ rules: 'max:500' }) },
  response: s.object({ id: s.integer() }),
});

export const deleteMenus = contract({
  method: 'DELETE',
  path: '/admin/menus',
  body: { ids: field.relations({ resource: 'menus', rules: 'required' }) },
  response: s.object({ deleted: s.integer() }),
});

/** Shows or hides entries, all or none; nobody can open a hidden page. `changed`: those that were otherwise before. */
export const updateMenuStatus = contract({
  method: 'PUT',
  path: '/admin/menus/status',
  body: {
    ids: field.relations({ resource: 'menus', rules: 'required' }),
    status: field.choice(
      [
        { value: 1, key: 'shown' },
        { value: 2, key: 'hidden' },
      ],
      { rules: 'required' },
    ),
  },
  response: s.object({ changed: s.integer() }),
});
