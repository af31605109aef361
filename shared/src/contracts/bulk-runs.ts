import { contract } from '../kit/contract.ts';
import { field } from '../kit/field.ts';
import { s, type SchemaValue } from '../kit/schema.ts';

const failure = s.object({ id: s.integer(), title: s.string(), code: s.string(), message: s.string() });

const run = s.object({
  id: s.integer(),
  resource: s.string(),
  action: s.string(),
  state: s.literal(1, 2, 3, 4),
  /** Rows it is about, looked at so far, changed, and refused. */
  total: s.integer(),
  // oxlint-disable-next-line id-denylist -- name on the wire
  looked: s.integer(),
  done: s.integer(),
  failed_count: s.integer(),
  /** Why it stopped, in the reader's words; empty when nothing stopped it. */
  error: s.string(),
  /** Whether what it deleted can still be brought back. */
  may_restore: s.boolean(),
  created_at: s.time(),
  ended_at: s.nullable(s.time()),
});
export type BulkRun = SchemaValue<typeof run>;

/** Starts a write on many rows; it goes on without the browser. `action` is the definition's, `delete`, or `restore` with `of_run`. */
export const startBulkRun = contract({
  method: 'POST',
  path: '/admin/bulk-runs',
  body: {
    resource: field.text({ rules: 'required|max:60' }),
    action: field.text({ rules: 'required|max:60' }),
    input: field.json({ nullable: true }),
    ids: field.json({ nullable: true }),
    /** Filters of the list; without any (''), everything. Not nullable, as an empty text would be none then. */
    matching: field.text({ rules: 'max:4000' }),
    max_id: field.integer({ nullable: true }),
    of_run: field.integer({ nullable: true }),
  },
  answer: s.object({ run }),
});

/** The person's runs of the last seven days, the newest first. */
export const getBulkRuns = contract({
  method: 'GET',
  path: '/admin/bulk-runs',
  answer: s.object({ data: s.array(run) }),
});

/** One of the person's runs, with the first 200 rows that were refused. */
export const getBulkRun = contract({
  method: 'GET',
  path: '/admin/bulk-runs/:id',
  answer: s.object({ run, failures: s.array(failure) }),
});

/** Ends a run after the page that is under way; what is done stays done. */
export const cancelBulkRun = contract({
  method: 'POST',
  path: '/admin/bulk-runs/:id/cancel',
  answer: s.object({ run }),
});

/** Goes on with a run that an error stopped. */
export const resumeBulkRun = contract({
  method: 'POST',
  path: '/admin/bulk-runs/:id/resume',
  answer: s.object({ run }),
});

/** What became of every row, as a sheet. */
export const downloadBulkRun = contract({ method: 'GET', path: '/admin/bulk-runs/:id/results.xlsx', answer: s.any() });
