-- What a learner can do after the course, one a line.
alter table courses add column outcomes text not null default '';
