alter table ai_lab_cases
  -- What a judge is to look for; empty: nobody judges.
  add column rubric text not null default '',
  -- The talk that the case was made from; the case goes with it.
  add column source_chat_id bigint references ai_chats (id);
create index ai_lab_cases_source_chat_id on ai_lab_cases (source_chat_id) where source_chat_id is not null;

alter table ai_lab_runs
  -- The attacks of the product are played, too.
  add column has_attacks boolean not null default false;
