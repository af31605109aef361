import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

const requestEntry = s.object({
  id: s.integer(),
  started_at: s.time(),
  method: s.string(),
  /** With the names of its parameters instead of their values. */
  route: s.string(),
  status: s.integer(),
  ms: s.number(),
  /** How many statements were run, and how long they took. */
  runs: s.integer(),
  database_ms: s.number(),
});
export type RequestEntry = SchemaValue<typeof requestEntry>;

const statementEntry = s.object({
  /** With placeholders: values are not kept. */
  text: s.string(),
  count: s.integer(),
  ms: s.number(),
  slowest_ms: s.number(),
  rows: s.integer(),
  failures: s.integer(),
  is_explainable: s.boolean(),
});
export type StatementEntry = SchemaValue<typeof statementEntry>;

/** The last requests of this process, latest first. */
export const listRequests = contract({
  method: 'GET',
  path: '/admin/developments/requests',
  response: s.object({ requests: s.array(requestEntry) }),
});

/** The statements of a request in the order in which they first ran; `uncounted` runs of others were too many to keep. */
export const getRequest = contract({
  method: 'GET',
  path: '/admin/developments/requests/:id',
  response: s.object({ statements: s.array(statementEntry), uncounted: s.integer() }),
});

/** The plan of a statement, by its place in that order, for any values. */
export const explainStatement = contract({
  method: 'GET',
  path: '/admin/developments/requests/:id/plan',
  query: { statement: field.integer({ rules: 'required|min_value:0' }) },
  response: s.object({ plan: s.string() }),
});
