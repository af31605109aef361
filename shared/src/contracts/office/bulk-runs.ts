import { matchingLength } from '../../domain/office/bulk-run.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

const failure = s.object({ id: s.integer(), title: s.string(), code: s.string(), message: s.string() });

const run = s.object({
  id: s.integer(),
  resource: s.string(),
  action: s.string(),
  state: s.literal(1, 2, 3, 4),
  /** Rows in total, processed so far, changed, and failed. */
  total: s.integer(),
  looked: s.integer(),
  done: s.integer(),
  failed_count: s.integer(),
  /** Why it stopped, in the reader's language; empty when it was not stopped by an error. */
  error: s.string(),
  /** Whether the rows it deleted can still be restored. */
  may_restore: s.boolean(),
  created_at: s.time(),
  ended_at: s.nullable(s.time()),
});
export type BulkRun = SchemaValue<typeof run>;

/** Starts an action on many rows, which continues without the browser. `action` is one of the resource, `delete`, or `restore` with `of_run`. */
export const startBulkRun = contract({
  method: 'POST',
  path: '/admin/bulk-runs',
  body: {
    resource: field.text({ rules: 'required|max:100' }),
    action: field.text({ rules: 'required|max:60' }),
    input: field.json({ nullable: true }),
    ids: field.json({ nullable: true }),
    /** In place of ids: filters of the list as a query string, or `all` for every row, and after `except` the ids of rows that are left out. An empty text is refused; not nullable, because it would then become null. */
    matching: field.text({ rules: `max:${matchingLength}` }),
    /** Both as the dry run with this condition answered them. */
    max_id: field.integer({ nullable: true }),
    marker: field.text({ nullable: true, rules: 'max:100' }),
    of_run: field.integer({ nullable: true }),
  },
  response: s.object({ run }),
});

/** The person's runs of the last seven days, newest first. */
export const listBulkRuns = contract({
  method: 'GET',
  path: '/admin/bulk-runs',
  response: s.object({ data: s.array(run) }),
});

/** One of the person's runs, with the first 200 failed rows. */
export const getBulkRun = contract({
  method: 'GET',
  path: '/admin/bulk-runs/:id',
  response: s.object({ run, failures: s.array(failure) }),
});

/** Stops a run after the current page of rows; completed rows stay changed. */
export const cancelBulkRun = contract({
  method: 'POST',
  path: '/admin/bulk-runs/:id/cancel',
  response: s.object({ run }),
});

/** Continues a run that was stopped by an error. */
export const resumeBulkRun = contract({
  method: 'POST',
  path: '/admin/bulk-runs/:id/resume',
  response: s.object({ run }),
});

/** The result of every row, as a spreadsheet. */
export const downloadBulkRun = contract({
  method: 'GET',
  path: '/admin/bulk-runs/:id/results.xlsx',
  response: s.any(),
});
