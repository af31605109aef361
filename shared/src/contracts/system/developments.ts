import { contract } from '../../kit/contract.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

const routeEntry = s.object({
  method: s.string(),
  path: s.string(),
  guard: s.literal('open', 'auth', 'member', 'home', 'admin'),
  permission: s.nullable(s.string()),
  /** Uses allowed in a span, such as `20 / 3600 s`; null without a limit. */
  limit: s.nullable(s.string()),
  query: s.array(s.string()),
  body: s.array(s.string()),
});
export type RouteEntry = SchemaValue<typeof routeEntry>;

/** Every route of the server, as its guards read it. */
export const listRoutes = contract({
  method: 'GET',
  path: '/admin/developments/routes',
  response: s.object({ routes: s.array(routeEntry) }),
});

const resourceField = s.object({
  key: s.string(),
  kind: s.string(),
  rules: s.string(),
  /** Parts of the definition that name it: `list`, `filter`, `search`, `sort`, `form`, `export`, `import`. */
  uses: s.array(s.string()),
});
export type ResourceFieldEntry = SchemaValue<typeof resourceField>;

const resourceEntry = s.object({
  name: s.string(),
  /** The plugin that brings it. */
  plugin: s.nullable(s.string()),
  table: s.string(),
  operations: s.array(s.string()),
  fields: s.array(resourceField),
  routes: s.array(s.string()),
  permissions: s.array(s.string()),
  /** Parts of its behaviour on the server: `beforeCreate`, `actions.refund`. */
  hooks: s.array(s.string()),
  /** Source files named after it, from the root of the project. */
  files: s.array(s.string()),
});
export type ResourceEntry = SchemaValue<typeof resourceEntry>;

/** Every resource, as its definition and its behaviour make it. */
export const listResources = contract({
  method: 'GET',
  path: '/admin/developments/resources',
  response: s.object({ resources: s.array(resourceEntry) }),
});

const tableEntry = s.object({
  name: s.string(),
  /** An estimate of the planner. */
  rows: s.integer(),
  bytes: s.integer(),
  columns: s.array(
    s.object({ name: s.string(), type: s.string(), required: s.boolean(), initial: s.nullable(s.string()) }),
  ),
  indexes: s.array(s.object({ name: s.string(), definition: s.string(), scans: s.integer() })),
});
export type TableEntry = SchemaValue<typeof tableEntry>;

/** Tables with their columns and indexes, as the database has them. */
export const listTables = contract({
  method: 'GET',
  path: '/admin/developments/tables',
  response: s.object({ tables: s.array(tableEntry) }),
});

const migrationEntry = s.object({ name: s.string(), applied_at: s.nullable(s.time()) });
export type MigrationEntry = SchemaValue<typeof migrationEntry>;

/** Migrations, latest first; `applied_at` is null for one that waits. */
export const listMigrations = contract({
  method: 'GET',
  path: '/admin/developments/migrations',
  response: s.object({ migrations: s.array(migrationEntry) }),
});

const jobEntry = s.object({
  id: s.integer(),
  name: s.string(),
  state: s.literal('running', 'due', 'later', 'failed'),
  run_at: s.time(),
  attempts: s.integer(),
  max_attempts: s.integer(),
  last_error: s.nullable(s.string()),
});
export type JobEntry = SchemaValue<typeof jobEntry>;

/** What the queue holds, failed jobs first, at most 200; and the jobs that run by themselves. */
export const listJobs = contract({
  method: 'GET',
  path: '/admin/developments/jobs',
  response: s.object({
    jobs: s.array(jobEntry),
    planned: s.array(s.object({ name: s.string(), last_run: s.nullable(s.time()) })),
  }),
});

/** Runs a job now, with all its attempts again; one that is running is left alone. */
export const retryJob = contract({
  method: 'POST',
  path: '/admin/developments/jobs/:id/retry',
  response: s.object({ changed: s.integer() }),
});

const wordingEntry = s.object({
  key: s.string(),
  file: s.string(),
  /** `unused`: no source names it, nor a template that it begins with. */
  state: s.literal('missing', 'unused', 'used'),
  /** By language. */
  words: s.record(s.string()),
});
export type WordingEntry = SchemaValue<typeof wordingEntry>;

/** The texts of every catalogue, those that a language lacks or no source names first. */
export const listWording = contract({
  method: 'GET',
  path: '/admin/developments/wording',
  response: s.object({ entries: s.array(wordingEntry) }),
});

const settingEntry = s.object({
  key: s.string(),
  group: s.string(),
  kind: s.string(),
  /** As JSON. */
  initial: s.string(),
  is_stored: s.boolean(),
});
export type SettingEntry = SchemaValue<typeof settingEntry>;

/** The settings of the school and of its providers, by group; no values. */
export const listSettings = contract({
  method: 'GET',
  path: '/admin/developments/settings',
  response: s.object({ settings: s.array(settingEntry) }),
});

const outboxMessage = s.object({
  id: s.integer(),
  channel: s.string(),
  receiver: s.string(),
  subject: s.string(),
  body: s.string(),
  created_at: s.time(),
});
export type OutboxMessage = SchemaValue<typeof outboxMessage>;

/** What the local senders would have sent, newest first, at most 100. */
export const listOutbox = contract({
  method: 'GET',
  path: '/admin/developments/outbox',
  response: s.object({ messages: s.array(outboxMessage) }),
});
