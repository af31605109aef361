import { locales } from '../locales/languages.ts';
import { contract } from '../kit/contract.ts';
import { field } from '../kit/field.ts';
import { s, type SchemaValue } from '../kit/schema.ts';

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
  description: s.string(),
  icons: s.string(),
  status: s.integer(),
  type: s.literal(...menuTypes),
  is_custom: s.boolean(),
  /** Essential to the product: it cannot be hidden or deleted. */
  is_protected: s.boolean(),
  /** Number of operations below it, each a permission. */
  actions: s.integer(),
  roles: s.integer(),
});
export type MenuNode = SchemaValue<typeof treeNode>;

/** Sidebar headings and the entries below them, in order. */
export const getMenuTree = contract({
  method: 'GET',
  path: '/admin/menus/tree',
  answer: s.object({ nodes: s.array(treeNode), revision: s.string(), is_local: s.boolean() }),
});

export const getMenuDetail = contract({ method: 'GET', path: '/admin/menus/:id', answer: s.object({ row: treeNode }) });

/** Saves the whole order at once: entries from top to bottom, each with its heading. Refused when somebody else has changed the tree. */
export const putMenuPositions = contract({
  method: 'PUT',
  path: '/admin/menus/positions',
  body: { positions: field.json({ rules: 'required' }), revision: field.text({ rules: 'required|max:64' }) },
  answer: s.object({ moved: s.integer(), revision: s.string() }),
});

const names = Object.fromEntries(
  locales.map((locale) => [`name_${locale}`, field.text({ rules: 'max:30' })]),
) as Record<`name_${(typeof locales)[number]}`, ReturnType<typeof field.text>>;
const own = { ...names, icons: field.icon(), description: field.text({ rules: 'max:200' }) };

/** Creates a heading (without a URL) or a link to a page of the product or another site. */
export const createMenu = contract({
  method: 'POST',
  path: '/admin/menus',
  body: { ...own, parent_id: field.integer(), url: field.text({ rules: 'max:500' }) },
  answer: s.object({ id: s.integer() }),
});

export const updateMenu = contract({
  method: 'PUT',
  path: '/admin/menus/:id',
  body: { ...own, url: field.text({ rules: 'max:500' }) },
  answer: s.object({ id: s.integer() }),
});

export const deleteMenus = contract({
  method: 'DELETE',
  path: '/admin/menus',
  body: { ids: field.relations({ resource: 'menus', rules: 'required' }) },
  answer: s.object({ deleted: s.integer() }),
});

/** Shows or hides an entry; nobody can open a hidden page. */
export const setMenuStatus = contract({
  method: 'PUT',
  path: '/admin/menus/status',
  body: {
    id: field.integer({ rules: 'required' }),
    status: field.choice(
      [
        { value: 1, key: 'shown' },
        { value: 2, key: 'hidden' },
      ],
      { rules: 'required' },
    ),
  },
  answer: s.object({ id: s.integer(), status: s.integer() }),
});
