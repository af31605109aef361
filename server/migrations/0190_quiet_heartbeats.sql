-- A heartbeat changes no indexed column: each such change would add an entry to every index of its table.

-- Study time since it was last added to members.total_study_sec and last_study_at.
create table study_gathered (
  member_id bigint primary key references members (id) on delete cascade,
  study_sec integer not null,
  last_study_at timestamptz not null
) with (fillfactor = 70);

-- What lists show, filter and sort by: copies of percent, study_sec and last_at, brought up to date every ten minutes.
alter table learning_records
  add column listed_percent integer not null default 0,
  add column listed_study_sec integer not null default 0,
  add column listed_last_at timestamptz not null default now();
update learning_records set listed_percent = percent, listed_study_sec = study_sec, listed_last_at = last_at;

create function list_new_record() returns trigger language plpgsql as $$
begin
  new.listed_percent := new.percent;
  new.listed_study_sec := new.study_sec;
  new.listed_last_at := new.last_at;
  return new;
end $$;
create trigger list_new_record before insert on learning_records for each row execute function list_new_record();

drop index learning_records_percent, learning_records_study_sec, learning_records_last_at;
create index learning_records_listed_percent on learning_records (listed_percent, id);
create index learning_records_listed_study_sec on learning_records (listed_study_sec, id);
create index learning_records_listed_last_at on learning_records (listed_last_at, id);
-- Room in each page for the next versions of its rows.
alter table learning_records set (fillfactor = 70);

create view learning_record_rows as
  select id, member_id, agency_id, course_id, lesson_id, listed_percent as percent, duration_sec, seen_sec, listed_study_sec as study_sec,
    last_position, first_at, listed_last_at as last_at, completed_at, suspicious
  from learning_records;
