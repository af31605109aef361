create table days (
  member_id bigint not null,
  day date not null,
  -- self: by the button, lesson: by a finished lesson, made_up: afterwards
  source text not null,
  created_at timestamptz not null default now(),
  primary key (member_id, day)
);
create index days_day on days (day);
