-- Which column of the school's own sheets holds which field; an empty field is a column that is not imported.
create table import_heads (
  resource text not null,
  head text not null,
  field text not null,
  updated_by bigint,
  updated_at timestamptz not null default now(),
  primary key (resource, head)
);

-- Imports look learners up by their numbers, by bytes.
create index members_member_no_bytes on members (member_no collate "C") where deleted_at is null;
