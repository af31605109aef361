-- A notice that was sent can be recalled: status 4. Its deliveries stay, so that recalling can be undone.
alter table messages
  add column recalled_at timestamptz,
  -- The administrator's user.
  add column recalled_by bigint;
