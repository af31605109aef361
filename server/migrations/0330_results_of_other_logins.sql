-- A callback that is loaded again gets the result of the first one: until the state expires it stays, with what came of it.
alter table oauth_states
  add column used_at timestamptz,
  -- Sealed, as it may open a session.
  add column result bytea;
