-- Processes that run jobs. One that has not been seen for a minute is dead, and what its workers had under way is free.
create table nodes (
  id uuid primary key,
  role text not null,
  version text not null,
  -- As graphile-worker names them in `locked_by`.
  workers text[] not null default '{}',
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
create index nodes_seen_at on nodes (seen_at);
