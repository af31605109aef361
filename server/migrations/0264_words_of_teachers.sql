-- What a teacher says beside their face, and at the end of a course.
alter table teachers add column motto text not null default '';
alter table courses add column closing_words text not null default '';
