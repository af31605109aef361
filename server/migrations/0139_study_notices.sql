-- Notices the product writes about a learner's own study: last week's on Mondays, and a reminder at an hour the learner chose
-- (in the school's time zone). One row of messages for all of a week or a day; what it says to each is made from their facts.
alter table members add column weekly_summary boolean not null default true;
alter table members add column remind_hour smallint check (remind_hour between 0 and 23);
create index members_remind_hour on members (remind_hour, id) where remind_hour is not null;
alter table message_targets add column facts jsonb;
create index message_targets_unwritten on message_targets (message_id, member_id) where facts is null;
