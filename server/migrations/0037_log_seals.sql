-- The hash of an entry of the operation log, and with it all before, under a key that is not in the database. Entries up to
-- the first seal are verified by the chain and covered by that seal.
create table log_seals (
  log_id bigint primary key,
  mac bytea not null,
  sealed_at timestamptz not null default now()
);
