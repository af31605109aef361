import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

const resource = field.text({ rules: 'required|max:100' });
const body = {
  name: field.text({ rules: 'required|max:40' }),
  /** Filters, sort order and page size, as in the list's URL. */
  query: field.text({ rules: 'max:4000', initial: '' }),
  layout: field.json({ nullable: true }),
  /** Also visible to holders of this role. */
  role_id: field.integer({ nullable: true }),
} as const;

const view = s.object({
  id: s.integer(),
  name: s.string(),
  query: s.string(),
  layout: s.any(),
  role_id: s.nullable(s.integer()),
  role_name: s.string(),
  owner: s.string(),
  is_mine: s.boolean(),
  version: s.integer(),
});
export type SavedView = SchemaValue<typeof view>;

/** Saved views of a list, and the person's layout when no view is selected. */
export const listSavedViews = contract({
  method: 'GET',
  path: '/admin/saved-views',
  query: { resource },
  response: s.object({
    views: s.array(view),
    layout: s.any(),
    default_view_id: s.nullable(s.integer()),
    /** Roles the person may share a view with. */
    roles: s.array(s.object({ id: s.integer(), name: s.string() })),
  }),
});
export type SavedViews = SchemaValue<(typeof listSavedViews)['response']>;

export const createSavedView = contract({
  method: 'POST',
  path: '/admin/saved-views',
  body: { resource, ...body },
  response: s.object({ view }),
});

export const updateSavedView = contract({
  method: 'PUT',
  path: '/admin/saved-views/:id',
  body: { ...body, version: field.integer({ rules: 'required' }) },
  response: s.object({ view }),
});

export const deleteSavedView = contract({
  method: 'DELETE',
  path: '/admin/saved-views/:id',
  response: s.object({ deleted: s.boolean() }),
});

/** Saves the person's layout of the list and its default view. Fields not sent stay unchanged. */
export const updateListLayout = contract({
  method: 'PUT',
  path: '/admin/saved-views/look',
  body: { resource, layout: field.json({ nullable: true }), default_view_id: field.integer({ nullable: true }) },
  response: s.object({ saved: s.boolean() }),
});
