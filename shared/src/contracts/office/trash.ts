import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

const row = s.object({
  resource: s.string(),
  id: s.integer(),
  title: s.string(),
  deleted_at: s.time(),
  deleted_by: s.string(),
  /** Whole days until it is deleted permanently. */
  days_left: s.integer(),
  may_restore: s.boolean(),
});
export type TrashRow = SchemaValue<typeof row>;

const failure = s.object({
  resource: s.string(),
  id: s.integer(),
  title: s.string(),
  message: s.string(),
  failed_at: s.time(),
});
export type TrashFailure = SchemaValue<typeof failure>;

/** Deleted rows of the resources the person may delete, most recently deleted first. */
export const listTrash = contract({
  method: 'GET',
  path: '/admin/trash',
  query: {
    resource: field.text({ rules: 'max:60', initial: '' }),
    keyword: field.text({ rules: 'max:100', initial: '' }),
    page: field.integer({ rules: 'between:1,500', initial: 1 }),
  },
  response: s.object({
    data: s.array(row),
    has_more: s.boolean(),
    /** Resources with a trash that the person may see. */
    resources: s.array(s.string()),
    /** Rows past their 30 days that could not be deleted, latest first; at most 50. */
    failures: s.array(failure),
  }),
});

const items = field.json({ rules: 'required' });
const failed = s.array(
  s.object({ resource: s.string(), id: s.integer(), title: s.string(), code: s.string(), message: s.string() }),
);

/** `items` is a list of {resource, id}, at most 200. */
export const restoreTrash = contract({
  method: 'POST',
  path: '/admin/trash/restore',
  body: { items },
  response: s.object({ done: s.integer(), failed }),
});

export const purgeTrash = contract({
  method: 'POST',
  path: '/admin/trash/purge',
  body: { items },
  response: s.object({ done: s.integer(), failed }),
});
export type TrashResult = SchemaValue<(typeof restoreTrash)['response']>;
