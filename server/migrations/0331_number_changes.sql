-- When the school said that a number belongs to its account; until then, and after long, a code to the number alone is no proof.
alter table users add column number_confirmed_at timestamptz;

-- Numbers that an account had: by them the school finds it when its owner comes back.
create table number_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  old_number text,
  new_number text,
  -- owner, school, taken_over: by whoever holds the number today, while the account was idle
  cause text not null,
  changed_by bigint references users (id),
  reason text not null default '',
  created_at timestamptz not null default now()
);
create index number_changes_user_id on number_changes (user_id, id);
create index number_changes_old_number on number_changes (old_number);
create index number_changes_changed_by on number_changes (changed_by);
