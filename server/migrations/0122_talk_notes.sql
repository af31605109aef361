alter table ai_chats
  -- What was said before the part of the talk that a prompt has room for, and how many messages that is.
  add column notes text not null default '',
  add column notes_count integer not null default 0,
  -- Goals that a service found in the learner's words, beside those that the scene finds.
  add column goals_judged text[] not null default '{}',
  -- The turn after which a service last read the talk.
  add column studied_turn integer not null default 0;

-- First lines of free talk, written once for each version of a scene, teacher and level.
create table ai_openers (
  template_id bigint not null references ai_prompt_templates (id) on delete cascade,
  people_id bigint not null references ai_peoples (id) on delete cascade,
  -- Of the teacher's row: who is changed says something else.
  people_version integer not null,
  cefr text not null,
  -- Empty when the service wrote nothing that may be said: it is not asked again.
  text text not null,
  -- The service.
  written_by text not null,
  created_at timestamptz not null,
  primary key (template_id, people_id, people_version, cefr)
);
create index ai_openers_people_id on ai_openers (people_id);
