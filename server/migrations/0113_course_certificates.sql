-- A certificate of one finished course beside those of everything studied; its signature covers these columns, too.
alter table study_certificates
  add column course_id bigint,
  add column started_on date,
  add column finished_on date,
  add column teacher text not null default '';
