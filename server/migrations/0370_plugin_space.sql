-- Whoever may connect to a database may send on every channel and take every advisory lock whose name is known; plugins may connect.
-- The names that the product uses begin with this, which no plugin can read.
insert into app_state (key, value)
  values ('hidden_names', to_jsonb(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex')));

alter table plugins
  -- What its tables took when they were last measured.
  add column used_bytes bigint not null default 0,
  -- They took more than they may: it can read them and not write.
  add column is_full boolean not null default false;
