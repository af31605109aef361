-- The teacher whose part a run of the lab plays; null is the first of the school.
alter table ai_lab_runs add column people_id bigint references ai_peoples (id) on delete set null;
create index ai_lab_runs_people_id on ai_lab_runs (people_id);
