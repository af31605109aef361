-- Errors that happened in people's browsers: one row for each distinct error, counted.
create table browser_errors (
  id bigint generated always as identity primary key,
  -- Of what is the same whenever the error happens.
  fingerprint bytea not null,
  kind text not null,
  message text not null,
  stack text not null default '',
  -- Where, on what and in which release it happened last; ids are taken out of the path.
  path text not null,
  browser text not null,
  release text not null,
  count integer not null default 1,
  status smallint not null default 1,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
create unique index browser_errors_fingerprint_key on browser_errors (fingerprint);
create index browser_errors_last_seen_at on browser_errors (last_seen_at, id);
create index browser_errors_first_seen_at on browser_errors (first_seen_at, id);
create index browser_errors_count on browser_errors (count, id);
create index browser_errors_status on browser_errors (status, id);
create index browser_errors_kind on browser_errors (kind, id);
create index browser_errors_message on browser_errors using gin (message gin_trgm_ops);
create index browser_errors_path on browser_errors using gin (path gin_trgm_ops);
