-- A character of the AI teacher that is not for minors is neither offered to one nor begun by one.
alter table ai_peoples add column for_minors boolean not null default true;

-- Never written by a talk: seconds of a lesson's talk are study time, those of any other talk are in ai_days.
alter table learning_days drop column ai_sec;
