-- Several pictures of a teacher, shown on the teacher's page.
alter table teachers add pictures text[] not null default '{}';
-- The colour of covers of courses without a picture; a subject without one takes that of the subject above.
alter table subjects add color text not null default '';
