-- A retry key belongs to one input: a keyed hash of what was sent with it. Null for keys used before.
alter table idempotency_keys add column input_hash text;
