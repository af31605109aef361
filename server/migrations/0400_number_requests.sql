-- Learners without their old number ask the school for a new one, which they have proved by a code.
create table number_requests (
  id bigint generated always as identity primary key,
  name text not null,
  -- Who was logged in, or has or had the old number; null when nobody is known by what was written.
  member_id bigint references members (id),
  is_logged_in boolean not null default false,
  old_number text,
  mobile_phone text not null,
  remark text not null default '',
  locale text not null,
  -- 1 waiting, 2 approved, 3 refused
  state smallint not null default 1,
  reason text not null default '',
  decided_by bigint references users (id),
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- Who asks again for the same number corrects what is waiting.
create unique index number_requests_waiting on number_requests (mobile_phone) where state = 1;
create index number_requests_state on number_requests (state, id);
create index number_requests_created_at on number_requests (created_at, id);
create index number_requests_member_id on number_requests (member_id);
create index number_requests_decided_by on number_requests (decided_by);
