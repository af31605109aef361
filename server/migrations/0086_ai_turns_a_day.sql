-- Replies that a member asked for on a day, whatever became of them.
alter table ai_days add column turns integer not null default 0;
