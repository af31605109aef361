import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

const row = s.object({
  id: s.integer(),
  resource: s.string(),
  file_name: s.string(),
  created: s.integer(),
  updated: s.integer(),
  wrong: s.integer(),
  created_at: s.time(),
  /** Imported rows not yet undone; `undone` were, `kept` could not be. */
  left: s.integer(),
  undone: s.integer(),
  kept: s.integer(),
});
export type ImportRow = SchemaValue<typeof row>;

/** The person's imports of a resource in the last 24 hours, newest first. */
export const listImports = contract({
  method: 'GET',
  path: '/admin/imports',
  query: { resource: field.text({ rules: 'required|max:60' }) },
  response: s.object({ data: s.array(row) }),
});

const failed = s.array(s.object({ id: s.integer(), title: s.string(), code: s.string(), message: s.string() }));

/** Undoes up to 200 rows of an import; call again until none is left. */
export const undoImport = contract({
  method: 'POST',
  path: '/admin/imports/:id/undo',
  response: s.object({ undone: s.integer(), failed, left: s.integer() }),
});
export type UndoneImport = SchemaValue<(typeof undoImport)['response']>;
